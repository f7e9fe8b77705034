import { maskContacts } from '@kaopei/contract'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Actor } from './actor.ts'
import type { LogEntry, RequestFacts } from './implement.ts'

interface LoggedCall {
  readonly action: string
  readonly target: string
  readonly path: string
  readonly actor: Actor | undefined
  readonly request: RequestFacts
}

/**
 * Writes the operation-log rows of a call, in its transaction. A call without entries still leaves one row. Contacts are kept masked: whoever reads the
 * log need not be somebody who may read them, and it is kept for longer than they are true.
 */
export async function writeOperationLog(db: Db, call: LoggedCall, entries: readonly LogEntry[]): Promise<void> {
  for (const entry of entries.length > 0 ? entries : [{}]) {
    const by = actorOf(call.actor, entry)
    if (!by) continue // nobody to name and no company to keep it in: a refused login of an unknown company
    const { before, after } = keptStates(entry)
    await sql`
      insert into kit.operation_log (company_id, actor_id, actor_name, impersonator_id, action, target, target_id, target_name,
        before, after, reason, ip, user_agent, request_id, path)
      values (${by.companyId}, ${by.id}, ${maskContacts(by.name)}, ${call.actor?.impersonatorId ?? null}, ${entry.action ?? call.action}, ${call.target},
        ${entry.targetId ?? null}, ${masked(entry.targetName)}, ${before}::jsonb, ${after}::jsonb,
        ${masked(entry.reason)}, ${call.request.ip}, ${call.request.userAgent}, ${call.request.id}, ${call.path})`.execute(db)
  }
}

function actorOf(actor: Actor | undefined, entry: LogEntry): { companyId: string; id: string; name: string } | undefined {
  if (entry.by) return entry.by
  return actor && { companyId: actor.companyId, id: actor.staffId, name: actor.name }
}

const secretKeys = /password|token|signkey|secret/i

const masked = (text: string | null | undefined) => (typeof text === 'string' ? maskContacts(text) : null)

/** Before and after as JSON, without anything that must not be kept. */
function keptStates({ before, after }: LogEntry): { before: string | null; after: string | null } {
  const [was, is] = [plainOf(before), plainOf(after)]
  return { before: jsonOf(maskedState(was, undefined)), after: jsonOf(maskedState(is, was)) }
}

/** As JSON will have it: dates as texts, what is not there left out. */
function plainOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  return JSON.parse(JSON.stringify(value, (key, item: unknown) => (secretKeys.test(key) ? '***' : item)))
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))
const changedMark = '（已更换）'

/** `former` is what stood in the same place: where two differ and their masks do not, the log still says that it was changed. */
function maskedState(value: unknown, former: unknown): unknown {
  if (typeof value === 'string') {
    const text = maskContacts(value)
    return typeof former === 'string' && former !== value && maskContacts(former) === text ? `${text}${changedMark}` : text
  }
  if (Array.isArray(value))
    return value.map((item, index) => maskedState(item, Array.isArray(former) ? former[index] : undefined))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [key, maskedState(item, memberOf(former, key))]))
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}
