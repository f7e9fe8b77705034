import { changesOf, type Db, findOne, idsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** As it is kept: what was chosen, and the hash of the quit password. */
const keptConfig = z.object({
  allowQuit: z.boolean(),
  allowReload: z.boolean(),
  allowSpellCheck: z.boolean(),
  allowWlan: z.boolean(),
  allowVirtualMachine: z.boolean(),
  allowedUrls: z.array(z.string()),
  site: z.string(),
  quitHash: z.string(),
})
export type KeptConfig = z.output<typeof keptConfig>

const safeRow = z.object({
  isRequired: z.boolean(),
  config: keptConfig.nullable(),
  configKey: z.string().nullable(),
  pastedKeys: z.array(z.string()),
  browserKeys: z.array(z.string()),
  changedTime: z.date(),
})
export type SafeRow = z.output<typeof safeRow>

export function findSafe(db: Db, examId: string): Promise<SafeRow | undefined> {
  return findOne(db, safeRow)`
    select b.is_required as "isRequired", b.config, b.config_key as "configKey", b.pasted_keys as "pastedKeys", b.browser_keys as "browserKeys",
      b.changed_at as "changedTime"
    from exam.safe_browser b
    where b.company_id = ${db.companyId} and b.exam_id = ${examId}`
}

export async function upsertSafe(
  db: Db,
  examId: string,
  {
    isRequired,
    config,
    configKey,
    pastedKeys,
    browserKeys,
    actorId,
    now,
  }: Omit<SafeRow, 'changedTime'> & { actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into exam.safe_browser (company_id, exam_id, is_required, config, config_key, pasted_keys, browser_keys, changed_by, changed_at)
    values (${db.companyId}, ${examId}, ${isRequired}, ${config && JSON.stringify(config)}::jsonb, ${configKey}, ${pastedKeys}::text[],
      ${browserKeys}::text[], ${actorId}, ${now})
    on conflict (company_id, exam_id) do update
    set is_required = excluded.is_required, config = excluded.config, config_key = excluded.config_key, pasted_keys = excluded.pasted_keys,
      browser_keys = excluded.browser_keys, changed_by = excluded.changed_by, changed_at = excluded.changed_at
  `.execute(db)
  // Whoever is just starting looks again.
  await sql`update exam.exam set version = version + 1 where company_id = ${db.companyId} and id = ${examId}`.execute(db)
}

/** What one exam asks of the browser, for another one: its configuration names no exam. */
export async function copySafe(
  db: Db,
  { from, to, actorId, now }: { from: string; to: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into exam.safe_browser (company_id, exam_id, is_required, config, config_key, pasted_keys, browser_keys, changed_by, changed_at)
    select company_id, ${to}, is_required, config, config_key, pasted_keys, browser_keys, ${actorId}, ${now}
    from exam.safe_browser where company_id = ${db.companyId} and exam_id = ${from}`.execute(db)
}

export interface Nonce {
  readonly nonce: string
  readonly examId: string
  readonly staffId: string
  readonly sessionId: string
  readonly now: Date
}

/** Earlier ones of the person and exam are gone with it. */
export async function insertNonce(db: Db, { nonce, examId, staffId, sessionId, now }: Nonce): Promise<void> {
  await sql`
    delete from exam.safe_nonce where company_id = ${db.companyId} and staff_id = ${staffId} and exam_id = ${examId} and used_at is null
  `.execute(db)
  await sql`
    insert into exam.safe_nonce (company_id, nonce, exam_id, staff_id, session_id, made_at)
    values (${db.companyId}, ${nonce}, ${examId}, ${staffId}, ${sessionId}, ${now})
  `.execute(db)
}

/** Once, by the session that asked for it, within two minutes. */
export async function spendNonce(db: Db, { nonce, examId, staffId, sessionId, now }: Nonce): Promise<boolean> {
  const changed = await changesOf(db)`
    update exam.safe_nonce
    set used_at = ${now}
    where company_id = ${db.companyId}
      and nonce = ${nonce}
      and exam_id = ${examId}
      and staff_id = ${staffId}
      and session_id = ${sessionId}
      and used_at is null
      and made_at > ${now}::timestamptz - interval '2 minutes'`
  return changed === 1
}

/** Companies with numbers that were made before; needs no company. */
export function companiesWithOldNonces(db: Db, before: Date): Promise<string[]> {
  return idsOf(db)`select id from exam.companies_with_old_nonces(${before}) as id`
}

export async function deleteOldNonces(db: Db, before: Date): Promise<void> {
  await sql`delete from exam.safe_nonce where company_id = ${db.companyId} and made_at < ${before}`.execute(db)
}
