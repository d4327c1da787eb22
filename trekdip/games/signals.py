"""What happens to a game, told to whoever listens inside the transaction that makes it true. Nobody listens
here. `results_foreseen` alone is a question.

Services send; receivers write rows of their own and do nothing slow: what they raise undoes the event. All
values are keyword arguments. What a receiver passes on to a person comes from that person's View, not from
the event.
"""

from django.dispatch import Signal

#: `phase` (Phase): opened, its views stored; also the final position of a game that has just ended.
phase_opened = Signal()
#: `phase` (Phase), `reason` (str, may be empty): an open phase has another deadline, or none any more.
deadline_moved = Signal()
#: `phase` (Phase), `seats` (list[Seat]): these still owe orders and the deadline is near.
reminder_due = Signal()
#: `phase` (Phase), `powers` (list[str]): the time of grace has begun; these are publicly missing.
grace_begun = Signal()
#: `game` (Game): it is finished, by a winner or by a vote.
game_ended = Signal()
#: `seat` (Seat): its power has another player, or (`seat.user` None) none any more, in a game in play.
seat_filled = Signal()
#: `game` (Game), `kind` (str), `by_power` (str | None: nobody is to know): a vote waits for answers.
vote_called = Signal()
#: `game` (Game), `reason` (str): the GM has corrected what had been published.
correction_made = Signal()
#: `game` (Game), `text` (str): the GM says something to everybody.
announced = Signal()
#: `message` (press.Message): press was sent; who may read it is the press's to say.
message_sent = Signal()
#: `user` (Person), `game` (Game), `state` (wire.GameState), `reader` (Person): nothing has happened; results
#: are looked at before they are out. Receivers write nothing and answer with the mail that would tell this
#: person of it: (subject, text), its times by the reader's clock. `game` is not stored: it is as it would be.
results_foreseen = Signal()
