-- What a PostgreSQL keeps of tournaments: version 1. Whoever runs this owns it; everything is done
-- in one transaction. A released version is never edited: the next one is a file of its own.
DO $$ BEGIN
  IF to_regrole('roundbook_writer') IS NULL THEN CREATE ROLE roundbook_writer NOLOGIN; END IF;
  IF to_regrole('roundbook_reader') IS NULL THEN CREATE ROLE roundbook_reader NOLOGIN; END IF;
END $$;

CREATE SCHEMA roundbook;

CREATE TABLE roundbook.version (number int PRIMARY KEY);

CREATE TABLE roundbook.tournament (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  size int NOT NULL DEFAULT 0,
  leaf bytea NOT NULL DEFAULT sha256('')  -- Of the last line; what an empty ledger begins with.
) WITH (fillfactor = 50);                 -- The one row that every append changes stays in place.

CREATE TABLE roundbook.line (
  tournament bigint NOT NULL,  -- One that exists: `append` is the way in, and `ever` keeps it.
  seq  int NOT NULL CHECK (seq > 0),
  body bytea NOT NULL CHECK (length(body) BETWEEN 1 AND 65535 AND position('\x0a'::bytea IN body) = 0),
  PRIMARY KEY (tournament, seq)
);
ALTER TABLE roundbook.line ALTER body SET STORAGE EXTERNAL;  -- Uncompressed: quicker to read.

-- What lies beside the record, by its name. What may name people stands in a schema of its own, with
-- other rights, and can be left out of a copy. Both are written anew, and people can be erased.
CREATE SCHEMA roundbook_names;
CREATE SEQUENCE roundbook.revision;
CREATE TABLE roundbook.member (
  tournament bigint NOT NULL REFERENCES roundbook.tournament ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  data bytea NOT NULL,
  size int NOT NULL GENERATED ALWAYS AS (length(data)) STORED,
  revision bigint NOT NULL DEFAULT nextval('roundbook.revision'),  -- Another one after each write.
  PRIMARY KEY (tournament, name)
);
CREATE TABLE roundbook_names.member (
  LIKE roundbook.member INCLUDING ALL,
  FOREIGN KEY (tournament) REFERENCES roundbook.tournament ON DELETE CASCADE
);

-- Nothing is changed or removed, by its owner neither, nor where triggers are told to be silent.
CREATE FUNCTION roundbook.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'roundbook: a record is never changed or removed' USING ERRCODE = 'RB001'; END $$;

CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON roundbook.line
  FOR EACH STATEMENT EXECUTE FUNCTION roundbook.refuse();
CREATE TRIGGER never BEFORE TRUNCATE ON roundbook.tournament
  FOR EACH STATEMENT EXECUTE FUNCTION roundbook.refuse();
CREATE TRIGGER ever BEFORE DELETE ON roundbook.tournament
  FOR EACH ROW WHEN (OLD.size > 0) EXECUTE FUNCTION roundbook.refuse();
CREATE TRIGGER forward BEFORE UPDATE ON roundbook.tournament
  FOR EACH ROW WHEN (NEW.size <= OLD.size OR (NEW.id, NEW.name) IS DISTINCT FROM (OLD.id, OLD.name))
  EXECUTE FUNCTION roundbook.refuse();
ALTER TABLE roundbook.line ENABLE ALWAYS TRIGGER never;
ALTER TABLE roundbook.tournament
  ENABLE ALWAYS TRIGGER never, ENABLE ALWAYS TRIGGER ever, ENABLE ALWAYS TRIGGER forward;

-- Whether a line says in its last bytes that it is number n and what it follows: in unpadded
-- base64url, as a canonical line ends, with nothing but its version after it.
CREATE FUNCTION roundbook.follows(b bytea, prev bytea, n int) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE wanted bytea; at int; version bytea;
BEGIN
  wanted := convert_to(',"prev":"' || translate(rtrim(encode(prev, 'base64'), '='), '+/', '-_')
    || '","seq":' || n || ',"v":', 'UTF8');
  at := position(wanted IN b);
  version := substr(b, at + length(wanted));
  RETURN at > 0 AND length(version) BETWEEN 2 AND 17
    AND ltrim(encode(version, 'escape'), '0123456789') = '}';
END $$;

-- Writers may only read the lines, so this runs with the rights of their owner. Nothing that the
-- caller made may pass for ours: temporary names come last in the search path.
-- How many lines there are now, if they were written; if not, how many there are, below zero. The
-- number alone would not do: a rival who wrote as many lines as we wanted looks like success.
-- Null where there is no such tournament. Its statements are planned once.
CREATE FUNCTION roundbook.append(t text, after int, bodies bytea[]) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE k bigint; written boolean; held int; n int := after; b bytea; prev bytea;
BEGIN
  UPDATE roundbook.tournament
    SET size = after + cardinality(bodies),
      leaf = sha256('\x00'::bytea || bodies[cardinality(bodies)])
    WHERE name = t AND size = after AND roundbook.follows(bodies[1], leaf, after + 1)
    RETURNING id, size INTO k, held;
  written := FOUND;
  IF NOT written THEN
    -- Locked, so that even this answer waits for the standbys: a line that stands may not be theirs yet.
    SELECT size INTO held FROM roundbook.tournament WHERE name = t FOR UPDATE;
    IF held IS DISTINCT FROM after THEN RETURN -held; END IF;
  END IF;
  FOREACH b IN ARRAY bodies LOOP
    IF NOT written OR prev IS NOT NULL AND NOT roundbook.follows(b, prev, n + 1) THEN
      RAISE EXCEPTION 'what should become line % does not follow line %.', n + 1, n
        USING ERRCODE = 'RB002';
    END IF;
    n := n + 1; prev := sha256('\x00'::bytea || b);
    INSERT INTO roundbook.line (tournament, seq, body) VALUES (k, n, b);
  END LOOP;
  PERFORM pg_notify('roundbook', t);  -- Whoever serves it elsewhere hears of it with the commit.
  RETURN held;
END $$;

CREATE FUNCTION roundbook.begin(t text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH made AS (INSERT INTO roundbook.tournament (name) VALUES (t) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM made)
$$;

-- A tournament that came to nothing leaves nothing; one with a line is never removed.
CREATE FUNCTION roundbook.abandon(t text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH gone AS (DELETE FROM roundbook.tournament WHERE name = t AND size = 0 RETURNING 1)
  SELECT EXISTS (SELECT FROM gone)
$$;

-- PostgreSQL lets everybody run a new function until this is said.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA roundbook FROM PUBLIC;
GRANT USAGE ON SCHEMA roundbook, roundbook_names TO roundbook_writer, roundbook_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA roundbook TO roundbook_writer, roundbook_reader;
-- Not `data`: a reader sees which of these there are and when they changed, but nobody's name.
GRANT SELECT (tournament, name, size, revision) ON roundbook_names.member TO roundbook_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON roundbook.member, roundbook_names.member TO roundbook_writer;
GRANT USAGE ON SEQUENCE roundbook.revision TO roundbook_writer;
GRANT EXECUTE ON FUNCTION
  roundbook.append(text, int, bytea[]), roundbook.begin(text), roundbook.abandon(text)
  TO roundbook_writer;
INSERT INTO roundbook.version VALUES (1);
