import { changesOf, type Db, oneOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { type MachineTools, machineTools } from '../../contract/converters.ts'

/** What this machine has, and nothing of those that have not told for an hour. */
export async function tellTools(db: Db, machine: string, tools: MachineTools): Promise<void> {
  await changesOf(db)`
    insert into courseware.converter (machine, tools, told_at)
    values (${machine}, ${JSON.stringify(tools)}::jsonb, now())
    on conflict (machine) do update
    set tools = excluded.tools, told_at = excluded.told_at`
  await changesOf(db)`delete from courseware.converter where told_at < now() - interval '1 hour'`
}

const identityRow = z.object({ identity: z.string() })

/** Which database this is, wherever it is reached: of its cluster the number that it was made with, and the place in it. */
export async function databaseIdentity(db: Db): Promise<string> {
  const { identity } = await oneOf(db, identityRow)`
    select c.system_identifier || ' ' || d.oid as identity
    from pg_control_system() c
    cross join pg_database d
    where d.datname = current_database()`
  return identity
}

const converterRow = z.object({ machine: z.string(), tools: machineTools })

/** The machines of workers that live. */
export async function livingConverters(db: Db) {
  return rowsOf(db, converterRow)`
    select machine, tools
    from courseware.converter
    where told_at > now() - interval '3 minutes'
    order by machine`
}
