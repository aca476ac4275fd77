"""The owner of a new club and a first evening, page by page, as a person with the given hands goes through them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import sideways
from tests.browser.hands import Hands

NAMES = [
    "Ada Lovgren",
    "Björn Eide",
    "Cleo Marti",
    "Dag Solli",
    "Elin Vik",
    "Finn Aas",
    "Greta Holm",
    "Hal Berg",
]


@dataclass(frozen=True, slots=True)
class Paper:
    """A filled-in sheet of paper: a row per hand, a column per seat."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]

    def totals(self) -> dict[str, int]:
        """Ten and the bid for who made it, nothing for who missed it: what the writer added up."""
        sums = dict.fromkeys(self.names, 0)
        for bids, tricks in zip(self.bids, self.tricks, strict=True):
            for name, bid, taken in zip(self.names, bids, tricks, strict=True):
                sums[name] += 10 + bid if bid == taken else 0
        return sums

    def with_bid(self, hand: int, seat: int, bid: int) -> Paper:
        row = [*self.bids[hand]]
        row[seat] = bid
        bids = (*self.bids[:hand], tuple(row), *self.bids[hand + 1 :])
        return Paper(self.names, self.sizes, bids, self.tricks)


def written(names: Sequence[str], sizes: Sequence[int], rng: random.Random) -> Paper:
    """What a table could have played, in figures of one digit."""
    bids, tricks = [], []
    for size in sizes:
        taken = [0] * len(names)
        for trick in range(size):
            taken[(trick if size > 9 else rng.randrange(len(names))) % len(names)] += 1
        tricks.append(tuple(taken))
        bids.append(tuple(t if rng.random() < 0.6 else rng.randint(0, min(size, 9)) for t in taken))
    return Paper(tuple(names), tuple(sizes), tuple(bids), tuple(tricks))


@dataclass
class Owner:
    hands: Hands
    base: str
    rng: random.Random
    club: str
    evening: str = "First evening"
    at_tables: dict[int, list[str]] = field(default_factory=dict)
    papers: dict[int, Paper] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.hands.page

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def sees(self, heading: str) -> None:
        """The page with this heading is there, and no wider than its window."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert sideways(self.page) == 0

    def tab(self, name: str) -> None:
        """One of the pages of the evening, from the line of links above each of them."""
        self.hands.act(self.page.get_by_role("navigation", name="Running").get_by_role("link", name=name))

    def sign_up(self) -> None:
        self.page.goto(self.base + "/")
        self.hands.act(self.link("Sign in"))
        self.sees("Sign in")
        self.hands.act(self.link("Make one"))
        self.sees("Make an account")
        user = self.club.lower().replace(" ", "-")
        labels = ("Email", "Username", "Password", "Password (again)")
        for label, text in zip(labels, (f"{user}@example.org", user, *["seven-Lean-cows"] * 2), strict=True):
            box = self.page.get_by_label(label, exact=True)
            if box.count():
                self.hands.write(box, text)
        self.hands.act(self.button("Make an account"))
        expect(self.link("Sign in")).to_have_count(0)

    def make_club(self) -> None:
        self.hands.act(self.page.get_by_role("banner").get_by_role("link", name="Clubs"))
        self.sees("Clubs")
        self.hands.act(self.link("Make a club"))
        self.sees("New club")
        self.hands.write(self.page.get_by_label("Name of the club"), self.club)
        self.hands.write(self.page.get_by_label("Time zone"), "Europe/Oslo")
        self.hands.act(self.button("Make the club"))
        self.sees("Add members")

    def paste_names(self) -> None:
        """Eight people; one stands twice, and one who comes later looks like one who is there."""
        page, hands = self.page, self.hands
        hands.reach(page.get_by_label("Names"))
        page.keyboard.insert_text("\n".join([*NAMES[:-1], NAMES[0].upper()]))  # a paste is one press
        hands.act(self.button("See what becomes of them"))
        expect(page.get_by_text("1 line stands twice and counts once")).to_be_visible()
        hands.act(self.button("Add 7 people"))
        expect(page.locator(".said")).to_contain_text("7")
        hands.act(page.get_by_role("main").get_by_role("link", name="Add members"))
        hands.reach(page.get_by_label("Names"))
        page.keyboard.insert_text(f"Bjorn Eide\n{NAMES[-1]}")
        hands.act(self.button("See what becomes of them"))
        asked = page.get_by_role("group", name="Who is “Bjorn Eide”?")
        hands.radio(asked.get_by_label("Björn Eide, who is on the roster"))
        hands.act(self.button("Add them as chosen"))
        expect(page.locator(".said")).to_be_visible()

    def make_tournament(self, *, n_rounds: int = 2) -> None:
        page, hands = self.page, self.hands
        hands.act(page.get_by_role("navigation", name="You are here").get_by_role("link", name=self.club))
        self.tab("New tournament")
        self.sees("New tournament")
        hands.write(page.get_by_label("Name", exact=True), self.evening)
        hands.write(page.get_by_label("Rounds", exact=True), str(n_rounds))
        hands.write(page.get_by_label("Players at a table"), "4")
        hands.act(page.get_by_text("Other rules", exact=True))
        hands.radio(page.get_by_role("radio", name="La Podrida", exact=False).first)
        hands.act(page.get_by_text("What a table is worth, ties, season, who finds it", exact=True))
        hands.radio(page.get_by_label("the points of the sheet as they are", exact=True))
        hands.choose(page.get_by_label("1. criterion"), "best round")
        hands.choose(page.get_by_label("2. criterion"), "last round")
        hands.act(self.button("Make the tournament"))
        self.sees("Who is here?")

    @property
    def address(self) -> str:
        return self.page.url.split("/tournaments/")[1].split("/")[0]

    def call_roll(self) -> None:
        """Two letters and Enter where the script is, ticks elsewhere."""
        page, hands = self.page, self.hands
        here = page.locator("#door-state .seat")
        for n, name in enumerate(NAMES, start=1):
            if hands.finds_names:
                expect(page.get_by_label("Two letters, then Enter")).to_be_focused()
                hands.rest()
                hands.type(name[:2].lower())
                hands.key("Enter")
                assert (hands.clicks, hands.presses) == (0, 3)  # users.md, story 5: at most four keys each
            else:
                hands.tick(page.get_by_label(name, exact=True))
            if hands.has_script:
                expect(here).to_have_text(f"{n} {'is' if n == 1 else 'are'} here")
        if not hands.has_script:
            hands.act(self.button("Save the roll"))
            expect(here).to_have_text("8 are here")

    def draw(self, number: int) -> None:
        self.tab("Draw")
        self.sees(f"Draw round {number}")
        self.hands.act(self.button(f"Draw round {number}"))
        self.sees(f"Draft of round {number}")

    def board(self) -> dict[int, list[str]]:
        tables = self.page.locator("[data-board] > section")
        return {
            n: [
                text.split("\n")[0]
                for text in tables.nth(n - 1).locator("[data-who] > span").all_inner_texts()
            ]
            for n in range(1, tables.count() + 1)
        }

    def move_one(self) -> None:
        """The first of table 1 and the last of table 2 change seats; what it costs is said before."""
        page, hands = self.page, self.hands
        before = self.board()
        one, other = before[1][0], before[2][-1]
        if hands.has_script:
            hands.act(page.locator("[data-board] [data-who] > span").filter(has_text=one))
            hands.act(page.locator("[data-board] [data-who] > span").filter(has_text=other))
        else:
            hands.choose(page.get_by_label("Who", exact=True), one)
            hands.choose(page.get_by_label("changes with, or goes to"), other)
            hands.act(self.button("Say what it costs"))
        expect(page.locator("#preview")).to_contain_text(f"{one} and {other} change seats")
        assert self.board() == before
        hands.act(self.button("Do it"))
        expect(page.locator("[data-board] [data-who] > span").first).to_have_text(other)

    def publish(self, number: int) -> None:
        self.at_tables = self.board()
        self.hands.act(self.button(f"Publish round {number}"))
        self.sees(f"Round {number} is being played")

    def enter(self, n: int) -> Paper:
        """Open sheet n by its number, type the paper, save with the last key."""
        page, hands = self.page, self.hands
        if not page.url.endswith("/sheets/"):  # a saved sheet has led there
            self.tab("Sheets")
        self.sees("Sheets")
        hands.open_sheet(n)
        paper = self._paper(n)
        if hands.has_script:
            page.wait_for_selector("html.scripted")
            hands.rest()
            for bids, tricks in zip(paper.bids, paper.tricks, strict=True):
                hands.digits("".join(str(v) for v in (*bids, *tricks)))
            for total in paper.totals().values():
                hands.type(str(total))
                hands.key("Enter")
        else:
            self._enter_plainly(paper)
        expect(page.locator(".said")).to_have_text(f"Sheet {n} is saved.")
        self.papers[n] = paper
        return paper

    def _paper(self, n: int) -> Paper:
        page = self.page
        names = page.locator(".sheet.entry thead .p").all_inner_texts()
        sizes = [
            int(text.split()[-1]) for text in page.locator(".sheet.entry tbody .trump").all_inner_texts()
        ]
        assert set(names) in [set(table) for table in self.at_tables.values()]
        return written(names, sizes, self.rng)

    def _enter_plainly(self, paper: Paper) -> None:
        """A plain form: bid and tricks player by player, Tab between all fields."""
        hands = self.hands
        hands.reach(self.page.locator(".sheet.entry input").first)
        for bids, tricks in zip(paper.bids, paper.tricks, strict=True):
            for bid, taken in zip(bids, tricks, strict=True):
                hands.type(str(bid))
                hands.key("Tab")
                hands.type(str(taken))
                hands.key("Tab")
        hands.act(self.button("Save the sheet"))

    def correct(self, n: int, reason: str) -> Mapping[str, int]:
        """One bid of sheet n is another one; what it changes is shown before it is done."""
        page, hands = self.page, self.hands
        self.tab("Sheets")
        hands.open_sheet(n)
        page.wait_for_selector("html.scripted")
        paper = self.papers[n]
        right = paper.with_bid(2, 1, 3 if paper.bids[2][1] != 3 else 2)
        hands.reach(page.locator("#c-2-bids-1"))
        hands.digits(str(right.bids[2][1]))
        for seat, total in enumerate(right.totals().values()):
            if total != list(paper.totals().values())[seat]:
                hands.write(page.locator(f"#c-total-{seat}"), str(total))
        hands.write(page.get_by_label("Why does the stored sheet change?"), reason)
        hands.act(self.button("Show what it changes"))
        expect(page.locator("main")).to_contain_text("Nothing is saved yet.")
        hands.act(self.button("Save the correction"))
        expect(page.locator(".said")).to_contain_text("is saved")
        self.papers[n] = right
        return right.totals()

    def close_round(self, number: int) -> None:
        self.tab("Draw")
        self.hands.act(self.button(f"Close round {number}"))
        expect(self.page.locator(".said")).to_be_visible()

    def close_evening(self) -> None:
        self.tab("Close")
        self.hands.act(self.button("Close the evening"))
        expect(self.page.locator(".said")).to_be_visible()

    def totals(self) -> dict[str, int]:
        """The standings as all typed papers say."""
        sums = dict.fromkeys(NAMES, 0)
        for paper in self.papers.values():
            for name, total in paper.totals().items():
                sums[name] += total
        return sums
