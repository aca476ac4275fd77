"""Addresses of the pages for those who run a club or an evening; they stand before the pages for readers."""

from django.urls import path

from tournaments.views import registration
from tournaments.views.organise import (
    claims,
    clock,
    closing,
    clubs,
    door,
    door_blanks,
    draw,
    helpers,
    hosting,
    log,
    member,
    merging,
    new_tournament,
    open_rounds,
    penalties,
    prizes,
    queue,
    rounds_question,
    seasons,
    tournament_settings,
    transfer,
    wishes,
)

urlpatterns = [
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/roles/", helpers.club_roles, name="club_roles"),
    path("clubs/<slug:slug>/import/", transfer.club_import, name="club_import"),
    path("clubs/<slug:slug>/export/", transfer.club_export, name="club_export"),
    path("clubs/<slug:slug>/export/club.json", transfer.club_json, name="club_json"),
    path("clubs/<slug:slug>/export/public.json", transfer.club_public_json, name="club_public_json"),
    path("clubs/<slug:slug>/export/results.xlsx", transfer.club_results_xlsx, name="club_results_xlsx"),
    path("clubs/<slug:slug>/export/roster.csv", transfer.club_roster_csv, name="club_roster_csv"),
    path("clubs/<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path(
        "clubs/<slug:slug>/seasons/<slug:season>/settings/", seasons.season_settings, name="season_settings"
    ),
    path("clubs/<slug:slug>/members/add/", clubs.members_add, name="members_add"),
    path("clubs/<slug:slug>/members/left/", member.members_left, name="members_left"),
    path("clubs/<slug:slug>/members/<int:pk>/", member.member, name="member"),
    path("clubs/<slug:slug>/members/merge/", merging.members_merge, name="members_merge"),
    path("clubs/<slug:slug>/members/merge/undo/", merging.members_unmerge, name="members_unmerge"),
    path("clubs/<slug:slug>/claims/", claims.club_claims, name="club_claims"),
    path("clubs/<slug:slug>/tournaments/new/", new_tournament.tournament_new, name="tournament_new"),
    path(
        "tournaments/<slug:slug>/settings/",
        tournament_settings.tournament_settings,
        name="tournament_settings",
    ),
    path("tournaments/<slug:slug>/helpers/", helpers.tournament_helpers, name="tournament_helpers"),
    path("invitations/<str:token>/", helpers.invitation, name="invitation"),
    path("tournaments/<slug:slug>/door/", door.door, name="door"),
    path("tournaments/<slug:slug>/door/code/", registration.door_code, name="door_code"),
    path("tournaments/<slug:slug>/registration/", registration.registration, name="registration"),
    path(
        "tournaments/<slug:slug>/registration/settings/",
        registration.registration_settings,
        name="registration_settings",
    ),
    path("check-in/<str:token>/", registration.check_in, name="check_in"),
    path("tournaments/<slug:slug>/door/blanks/", door_blanks.door_blanks, name="door_blanks"),
    path("tournaments/<slug:slug>/door/walk-in/", door.door_walk_in, name="door_walk_in"),
    path("tournaments/<slug:slug>/queue/", queue.queue, name="queue"),
    path("tournaments/<slug:slug>/queue/say/", queue.queue_say, name="queue_say"),
    path(
        "tournaments/<slug:slug>/queue/<int:sheet>/take-back/", queue.queue_take_back, name="queue_take_back"
    ),
    path("seating/", rounds_question.rounds_question, name="rounds_question"),
    path("tournaments/<slug:slug>/draw/", draw.draw, name="draw"),
    path("tournaments/<slug:slug>/draw/change/", draw.draw_change, name="draw_change"),
    path("tournaments/<slug:slug>/draw/again/", draw.draw_again, name="draw_again"),
    path("tournaments/<slug:slug>/draw/cancel/", draw.draw_cancel, name="draw_cancel"),
    path("tournaments/<slug:slug>/draw/wishes/", wishes.wishes, name="wishes"),
    path("tournaments/<slug:slug>/draw/wishes/<int:pk>/drop/", wishes.wish_drop, name="wish_drop"),
    path("tournaments/<slug:slug>/draw/discard/", draw.draw_discard, name="draw_discard"),
    path("tournaments/<slug:slug>/draw/publish/", draw.draw_publish, name="draw_publish"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/unpublish/",
        open_rounds.round_unpublish,
        name="round_unpublish",
    ),
    path("tournaments/<slug:slug>/rounds/<int:number>/close/", open_rounds.round_close, name="round_close"),
    path("tournaments/<slug:slug>/rounds/<int:number>/host/", hosting.round_host, name="round_host"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/people/", open_rounds.round_people, name="round_people"
    ),
    path("tournaments/<slug:slug>/rounds/<int:number>/proof/", open_rounds.draw_proof, name="draw_proof"),
    path("tournaments/<slug:slug>/clock/say/", clock.clock_say, name="clock_say"),
    path("tournaments/<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path(
        "tournaments/<slug:slug>/penalties/<int:pk>/cancel/", penalties.penalty_cancel, name="penalty_cancel"
    ),
    path("tournaments/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("tournaments/<slug:slug>/log/", log.tournament_log, name="tournament_log"),
    path("tournaments/<slug:slug>/import/", transfer.tournament_import, name="tournament_import"),
    path("tournaments/<slug:slug>/export/", transfer.tournament_export, name="tournament_export"),
    path(
        "tournaments/<slug:slug>/export/public.json",
        transfer.tournament_public_json,
        name="tournament_public_json",
    ),
    path(
        "tournaments/<slug:slug>/export/results.csv",
        transfer.tournament_results_csv,
        name="tournament_results_csv",
    ),
    path(
        "tournaments/<slug:slug>/export/results.xlsx",
        transfer.tournament_results_xlsx,
        name="tournament_results_xlsx",
    ),
    path("tournaments/<slug:slug>/export/evening.json", transfer.tournament_json, name="tournament_json"),
    path("tournaments/<slug:slug>/close/", closing.tournament_close, name="tournament_close"),
]
