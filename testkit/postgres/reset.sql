-- Puts back what remember.sql noted, past triggers and foreign keys. Deleting is
-- faster than truncating where there are few rows.
SET session_replication_role = replica;
DO $$
DECLARE
    name TEXT;
BEGIN
    ASSERT (SELECT array_agg(oid ORDER BY oid) FROM pristine.tables) =
        (SELECT array_agg(oid ORDER BY oid) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace), 'other tables';
    FOR name IN SELECT relname FROM pristine.tables LOOP
        EXECUTE format('DELETE FROM public.%I', name);
        IF to_regclass(format('pristine.%I', 'rows of ' || name)) IS NOT NULL THEN
            EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE SELECT * FROM pristine.%I', name, 'rows of ' || name);
        END IF;
    END LOOP;
    PERFORM setval(s.name::regclass, coalesce(last_value, start_value), last_value IS NOT NULL) FROM pristine.sequences s;
END $$;
