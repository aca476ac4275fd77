"""How a person works a page: by mouse and keys, by thumb, or by keys alone. Counts what is pressed."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

FARTHEST = 120  # presses of Tab from anywhere to anywhere; more means out of reach

IS_FOCUSED = "element => element === document.activeElement"


class Hands:
    """Clicks with the mouse, types on the keys. `presses` and `clicks` count since the last `rest()`."""

    has_script = True  # the page's, not the person's
    finds_names = True  # by two letters and Enter

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = self.clicks = 0

    def rest(self) -> None:
        self.presses = self.clicks = 0

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)
            self.presses += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.presses += len(text)

    def digits(self, text: str) -> None:
        """Into the grid, one after the other."""
        self.type(text)

    def open_sheet(self, n: int) -> None:
        """By the number printed on it: the box waits for it."""
        box = self.page.locator("#sheet-number")
        expect(box).to_be_focused()
        self.rest()
        self.type(str(n))
        self.key("Enter")
        assert (self.clicks, self.presses) <= (0, 4)  # users.md, story 2
        self.page.wait_for_url(f"**/sheets/{n}/")

    def reach(self, target: Locator) -> None:
        """The focus stands on the target."""
        target.click()
        self.clicks += 1

    def act(self, target: Locator) -> None:
        """Press a button, follow a link, open a fold."""
        target.click()
        self.clicks += 1

    def write(self, field: Locator, text: str) -> None:
        """Type into a field, over what stands in it."""
        self.reach(field)
        self.key("ControlOrMeta+a")
        self.type(text)

    def tick(self, box: Locator) -> None:
        box.check()
        self.clicks += 1

    def choose(self, select: Locator, text: str) -> None:
        """An option by its text. A native list has no page to click on: the browser is asked for the choice."""
        select.select_option(label=text)
        self.clicks += 2

    def radio(self, button: Locator) -> None:
        button.check()
        self.clicks += 1


class Thumbs(Hands):
    """A phone: its keyboard sends no keys, only what came of them; names and sheets are tapped."""

    finds_names = False

    def digits(self, text: str) -> None:
        for digit in text:
            self.page.keyboard.insert_text(digit)
            self.presses += 1

    def open_sheet(self, n: int) -> None:
        self.act(self.page.locator("#sheets").get_by_role("link", name=str(n), exact=True))
        self.page.wait_for_url(f"**/sheets/{n}/")


class Plain(Hands):
    """A browser that runs no script: forms, links and buttons as they came."""

    has_script = False
    finds_names = False


class Keys(Hands):
    """No mouse at all: whatever cannot be reached by Tab fails here."""

    def reach(self, target: Locator) -> None:
        expect(target).to_be_visible()
        there = target.element_handle()
        for _press in range(FARTHEST):
            if there.evaluate(IS_FOCUSED):
                return
            self.key("Tab")
        raise AssertionError(f"{FARTHEST} presses of Tab do not reach {target}")

    def act(self, target: Locator) -> None:
        self.reach(target)
        self.key("Enter")

    def tick(self, box: Locator) -> None:
        self.reach(box)
        self.key("Space")
        expect(box).to_be_checked()

    def choose(self, select: Locator, text: str) -> None:
        self.reach(select)
        self.type(text)  # a list goes to the option that begins so
        expect(select.locator("option:checked")).to_have_text(text)

    def radio(self, button: Locator) -> None:
        """Tab stops once in a group; the arrows go through it."""
        name = button.get_attribute("name")
        group = self.page.locator(f"input[type=radio][name='{name}']")
        if group.locator("xpath=self::*[@checked]").count():
            self.reach(self.page.locator(f"input[type=radio][name='{name}']:checked"))
        else:
            self.reach(group.first)
            self.key("Space")
        for _press in range(group.count()):
            if button.is_checked():
                return
            self.key("ArrowDown")
        raise AssertionError(f"the arrows do not reach {button}")
