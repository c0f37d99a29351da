-- Copies every table that has rows, and notes where sequences stand.
CREATE SCHEMA pristine;
CREATE TABLE pristine.tables AS
    SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace;
CREATE TABLE pristine.sequences AS
    SELECT format('%I.%I', schemaname, sequencename) AS name, start_value, last_value FROM pg_sequences WHERE schemaname = 'public';
DO $$
DECLARE
    name TEXT;
    filled BOOLEAN;
BEGIN
    FOR name IN SELECT relname FROM pristine.tables LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
        IF filled THEN
            EXECUTE format('CREATE TABLE pristine.%I AS TABLE public.%I', 'rows of ' || name, name);
        END IF;
    END LOOP;
END $$;
