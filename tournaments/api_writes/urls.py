"""Addresses of the acts; what is only read stands in the routers of `config.api`."""

from django.urls import path

from tournaments.api_writes import (
    claims,
    clock,
    drawing,
    finals,
    house_rules,
    invitations,
    links,
    members,
    merging,
    penalties,
    photos,
    queue,
    registration,
    rounds,
    seasons,
    sheet_people,
    sheets,
    tournaments,
    transfer,
)

_ONE = "tournaments/<uuid:uid>/"
_SHEET = f"{_ONE}sheets/<int:n>/"

_RULES = "clubs/<uuid:uid>/rules/"
_MERGES = "clubs/<uuid:uid>/merges/"

urlpatterns = [
    path(_RULES, house_rules.HouseRulesView.as_view(), name="club-rules"),
    path(f"{_RULES}preview/", house_rules.RulesPreviewView.as_view(), name="club-rules-preview"),
    path(f"{_RULES}<uuid:rules_uid>/", house_rules.HouseRulesDetailView.as_view(), name="club-rule-set"),
    path("players/<uuid:uid>/claim/", claims.PlayerClaimView.as_view(), name="player-claim"),
    path("clubs/<uuid:uid>/claims/", claims.ClubClaimsView.as_view(), name="club-claims"),
    path("clubs/<uuid:uid>/claims/<int:pk>/", claims.ClubClaimView.as_view(), name="club-claim"),
    path(
        "clubs/<uuid:uid>/invitations/",
        invitations.ClubInvitationsView.as_view(),
        name="club-invitations",
    ),
    path(
        "clubs/<uuid:uid>/invitations/<int:pk>/",
        invitations.ClubInvitationView.as_view(),
        name="club-invitation",
    ),
    path(f"{_ONE}invitations/", invitations.InvitationsView.as_view(), name="tournament-invitations"),
    path(
        f"{_ONE}invitations/<int:pk>/",
        invitations.InvitationView.as_view(),
        name="tournament-invitation",
    ),
    path("invitations/taking/", invitations.TakingView.as_view(), name="invitation-taking"),
    path(
        "clubs/<uuid:uid>/members/<uuid:player_uid>/", members.MemberView.as_view(), name="club-member"
    ),
    path(_MERGES, merging.MergesView.as_view(), name="club-merges"),
    path(f"{_MERGES}preview/", merging.MergePreviewView.as_view(), name="club-merge-preview"),
    path(f"{_MERGES}<uuid:player_uid>/undo/", merging.MergeUndoView.as_view(), name="club-merge-undo"),
    path("clubs/<uuid:uid>/seasons/", seasons.ClubSeasonsView.as_view(), name="club-seasons"),
    path("seasons/<uuid:uid>/", seasons.SeasonView.as_view(), name="season-detail"),
    path("seasons/<uuid:uid>/table/", seasons.SeasonTableView.as_view(), name="season-table"),
    path(f"{_ONE}close/", tournaments.ClosingView.as_view(), name="tournament-close"),
    path(f"{_ONE}entries/", tournaments.EntriesView.as_view(), name="tournament-entries"),
    path(f"{_ONE}registration/", registration.RegistrationView.as_view(), name="tournament-registration"),
    path("check-in/", registration.CheckInView.as_view(), name="check-in"),
    path(f"{_ONE}walk-ins/", tournaments.WalkInsView.as_view(), name="tournament-walk-ins"),
    path(f"{_ONE}presence/", tournaments.PresenceView.as_view(), name="tournament-presence"),
    path(f"{_ONE}queue/", queue.QueueView.as_view(), name="tournament-queue"),
    path(f"{_ONE}queue/<int:n>/", queue.QueueTableView.as_view(), name="tournament-queue-table"),
    path(f"{_ONE}draft/", drawing.DraftView.as_view(), name="tournament-draft"),
    path(f"{_ONE}draft/again/", drawing.RedrawView.as_view(), name="tournament-draft-again"),
    path(f"{_ONE}draft/order/", drawing.OrderView.as_view(), name="tournament-draft-order"),
    path(f"{_ONE}splits/", drawing.SplitsView.as_view(), name="tournament-splits"),
    path(f"{_ONE}wishes/", drawing.WishesView.as_view(), name="tournament-wishes"),
    path(f"{_ONE}wishes/<int:pk>/", drawing.WishView.as_view(), name="tournament-wish"),
    path(f"{_ONE}rounds/<int:number>/join/", drawing.JoinView.as_view(), name="tournament-round-join"),
    path(f"{_ONE}rounds/<int:number>/leave/", drawing.LeaveView.as_view(), name="tournament-round-leave"),
    path(f"{_ONE}rounds/<int:number>/proof/", drawing.ProofView.as_view(), name="tournament-round-proof"),
    path(f"{_ONE}draft/swap/", rounds.SwapView.as_view(), name="tournament-draft-swap"),
    path(f"{_ONE}draft/move/", rounds.MoveView.as_view(), name="tournament-draft-move"),
    path(f"{_ONE}draft/publish/", rounds.PublishView.as_view(), name="tournament-draft-publish"),
    path(
        f"{_ONE}rounds/<int:number>/unpublish/",
        rounds.UnpublishView.as_view(),
        name="tournament-round-unpublish",
    ),
    path(
        f"{_ONE}rounds/<int:number>/close/", rounds.RoundClosingView.as_view(), name="tournament-round-close"
    ),
    path(f"{_ONE}export/", transfer.TournamentExportView.as_view(), name="tournament-export"),
    path("clubs/<uuid:uid>/export/", transfer.ClubExportView.as_view(), name="club-export"),
    path("clubs/<uuid:uid>/import/", transfer.ClubImportView.as_view(), name="club-import"),
    path(_SHEET, sheets.SheetView.as_view(), name="tournament-sheet"),
    path(f"{_ONE}rounds/<int:number>/links/", links.LinksView.as_view(), name="tournament-round-links"),
    path(f"{_ONE}rounds/<int:number>/print/", links.PaperView.as_view(), name="tournament-round-print"),
    path(f"{_SHEET}link/", links.LinkView.as_view(), name="tournament-sheet-link"),
    path(f"{_SHEET}photos/", photos.PhotosView.as_view(), name="tournament-sheet-photos"),
    path(f"{_SHEET}photos/<uuid:photo>/", photos.PhotoView.as_view(), name="tournament-sheet-photo"),
    path(f"{_SHEET}verify/", sheets.VerifyView.as_view(), name="tournament-sheet-verify"),
    path(f"{_SHEET}reject/", sheets.RejectView.as_view(), name="tournament-sheet-reject"),
    path(f"{_SHEET}reopen/", sheets.ReopenView.as_view(), name="tournament-sheet-reopen"),
    path(f"{_SHEET}people/", sheet_people.SheetPeopleView.as_view(), name="tournament-sheet-people"),
    path(f"{_SHEET}void/", sheets.VoidView.as_view(), name="tournament-sheet-void"),
    path(f"{_SHEET}restore/", sheets.RestoreView.as_view(), name="tournament-sheet-restore"),
    path(f"{_ONE}cuts/", finals.CutsView.as_view(), name="tournament-cuts"),
    path(f"{_ONE}cuts/line/", finals.CutLineView.as_view(), name="tournament-cut-line"),
    path(f"{_ONE}cuts/<int:pk>/back/", finals.CutBackView.as_view(), name="tournament-cut-back"),
    path(f"{_ONE}deciders/", finals.DecidersView.as_view(), name="tournament-deciders"),
    path(
        f"{_ONE}deciders/<int:pk>/cancel/",
        finals.DeciderCancelView.as_view(),
        name="tournament-decider-cancel",
    ),
    path(f"{_ONE}freeze/", finals.FreezeView.as_view(), name="tournament-freeze"),
    path(f"{_ONE}reveal/", finals.RevealView.as_view(), name="tournament-reveal"),
    path(f"{_ONE}clock/", clock.ClockView.as_view(), name="tournament-clock"),
    path(f"{_ONE}penalties/", penalties.PenaltiesView.as_view(), name="tournament-penalties"),
    path(
        f"{_ONE}penalties/<int:pk>/cancel/",
        penalties.PenaltyCancelView.as_view(),
        name="tournament-penalty-cancel",
    ),
]
