import { type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type PostTexts, postTexts, shippedTexts } from '../../contract/post-texts.ts'

const textRow = z.object({ number: z.int(), content: z.unknown(), createdAt: z.date(), creatorName: z.string().nullable() })

/** The words that hold now; version 0 are those that the product brings along. */
export async function presentTexts(
  db: Db,
): Promise<{ number: number; texts: PostTexts; updateTime: Date | null; updaterName: string | null }> {
  const found = await findOne(db, textRow)`
    select t.number, t.content, t.created_at as "createdAt", s.name as "creatorName"
    from evaluation.post_text t
    left join org.person s on s.company_id = t.company_id and s.id = t.created_by
    where t.company_id = ${db.companyId}
    order by t.number desc
    limit 1`
  if (!found) return { number: 0, texts: shippedTexts, updateTime: null, updaterName: null }
  const { number, content, createdAt: updateTime, creatorName: updaterName } = found
  return { number, texts: postTexts.parse(content), updateTime, updaterName }
}

/** Of two who write the same version at once the second is refused by its key. */
export async function insertTexts(
  db: Db,
  { number, texts, actorId, now }: { number: number; texts: PostTexts; actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into evaluation.post_text (company_id, number, content, created_by, created_at)
    values (${db.companyId}, ${number}, ${JSON.stringify(texts)}::jsonb, ${actorId}, ${now})`.execute(db)
}
