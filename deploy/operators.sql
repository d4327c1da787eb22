-- A role for people who look after the site: it reads what they need, and nothing that is secret in a game.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/operators.sql
--   then: GRANT trekdip_operator TO somebody;
--
-- Every column is granted by name: what a later version adds is not readable until somebody decides that it may be.
-- Not in here, on purpose: positions, orders, sheets, views, plans, traces, seeds, press, notes, sessions, tokens,
-- addresses and passwords.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'trekdip_operator') THEN
    CREATE ROLE trekdip_operator NOLOGIN;
  END IF;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM trekdip_operator;
GRANT USAGE ON SCHEMA public TO trekdip_operator;

GRANT SELECT (id, slug, title, variant, status, gm_id, gm_plays, joining, seating, early, holds, rhythm, seed_hash,
              winner, outcome, draws, takeovers, created_at, started_at, ended_at) ON games_game TO trekdip_operator;
GRANT SELECT (id, game_id, user_id, power, joined_at) ON games_seat TO trekdip_operator;
GRANT SELECT (id, game_id, ordinal, turn, title, status, opened_at, deadline, remaining, resolved_at, withdrawn_id)
  ON games_phase TO trekdip_operator;
GRANT SELECT (id, phase_id, created_at, sent_at) ON games_outbox TO trekdip_operator;
GRANT SELECT (id, game_id, act, by_id, at) ON games_auditentry TO trekdip_operator;
GRANT SELECT (id, game_id, kind, by_id, at, title, reason, opened_id) ON gm_correction TO trekdip_operator;
GRANT SELECT (id, game_id, by_id, at, text) ON gm_announcement TO trekdip_operator;
GRANT SELECT (id, username, is_active, date_joined, last_login) ON accounts_user TO trekdip_operator;
GRANT SELECT (id, app, name, applied) ON django_migrations TO trekdip_operator;
