-- version 1
-- A job may name its lane: long work of one company, of which a worker runs one at a time. The queue knows it as a flag to be passed over.
create or replace function kit.enqueue(task text, payload jsonb, run_at timestamptz, job_key text, max_attempts integer, lane text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload::json, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    job_key_mode => case when job_key is null then null else 'replace' end,
    flags => case when lane is null then null else array[lane] end)
$$;
revoke all on function kit.enqueue(text,jsonb,timestamp with time zone,text,integer,text) from public;
grant execute on function kit.enqueue(text,jsonb,timestamp with time zone,text,integer,text) to kaopei_app;
