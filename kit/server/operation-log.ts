import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'
import type { LogEntry, RequestFacts } from './implement.ts'

interface LoggedCall {
  readonly action: string
  readonly target: string
  readonly path: string
  readonly actor: Actor | undefined
  readonly request: RequestFacts
}

/** Writes the operation-log rows of a call, in its transaction. A call without entries still leaves one row. */
export async function writeOperationLog(db: Db, call: LoggedCall, entries: readonly LogEntry[]): Promise<void> {
  for (const entry of entries.length > 0 ? entries : [{}]) {
    const by = actorOf(call.actor, entry)
    if (!by) continue // nobody to name and no company to keep it in: a refused login of an unknown company
    await sql`
      insert into kit.operation_log (company_id, actor_id, actor_name, impersonator_id, action, target, target_id, target_name,
        before, after, reason, ip, user_agent, request_id, path)
      values (${by.companyId}, ${by.id}, ${by.name}, ${call.actor?.impersonatorId ?? null}, ${entry.action ?? call.action}, ${call.target},
        ${entry.targetId ?? null}, ${entry.targetName ?? null}, ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb,
        ${entry.reason ?? null}, ${call.request.ip}, ${call.request.userAgent}, ${call.request.id}, ${call.path})`.execute(db)
  }
}

function actorOf(actor: Actor | undefined, entry: LogEntry): { companyId: string; id: string; name: string } | undefined {
  if (entry.by) return entry.by
  return actor && { companyId: actor.companyId, id: actor.staffId, name: actor.name }
}

const secretKeys = /password|token|signkey|secret/i

/** Before and after as JSON, without anything that must not be kept. */
function jsonOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return JSON.stringify(value, (key, item: unknown) => (secretKeys.test(key) ? '***' : item))
}
