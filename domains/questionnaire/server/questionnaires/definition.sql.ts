import { id } from '@kaopei/contract'
import { type Db, idOf, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Definition, definition } from '../../contract/definition.ts'

const definitionRow = z.object({ id, content: z.unknown(), isPublished: z.boolean() })

/** Published definitions never change: each is read once by a process. */
const known = new Map<string, Definition>()
const mostKnown = 200

export async function selectDefinition(db: Db, definitionId: string): Promise<Definition> {
  const key = `${db.companyId}/${definitionId}`
  const kept = known.get(key)
  if (kept) return kept
  const row = await oneOf(db, definitionRow)`
    select id, content, is_published as "isPublished"
    from questionnaire.definition
    where company_id = ${db.companyId} and id = ${definitionId}`
  const content = definition.parse(row.content)
  if (row.isPublished) {
    if (known.size >= mostKnown) known.clear()
    known.set(key, content)
  }
  return content
}

interface NewDefinition {
  readonly questionnaireId: string
  readonly content: Definition
  readonly isPublished: boolean
  readonly actorId: string
}

/** The questionnaire's definition from now on. */
export async function insertDefinition(db: Db, { questionnaireId, content, isPublished, actorId }: NewDefinition): Promise<void> {
  const made = await idOf(db)`
    insert into questionnaire.definition (company_id, questionnaire_id, number, content, is_published, created_by)
    select ${db.companyId}, ${questionnaireId}, coalesce(max(d.number), 0) + 1, ${JSON.stringify(content)}::jsonb, ${isPublished}, ${actorId}
    from questionnaire.definition d
    where d.company_id = ${db.companyId} and d.questionnaire_id = ${questionnaireId}
    returning id`
  await sql`
    update questionnaire.questionnaire set definition_id = ${made}, question_count = ${questionCountOf(content)}
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

/** Of a draft alone. */
export async function updateDraft(
  db: Db,
  { questionnaireId, content }: { questionnaireId: string; content: Definition },
): Promise<void> {
  await sql`
    update questionnaire.definition d set content = ${JSON.stringify(content)}::jsonb
    from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.id = ${questionnaireId}
      and d.company_id = q.company_id and d.id = q.definition_id and not d.is_published`.execute(db)
  await sql`
    update questionnaire.questionnaire set question_count = ${questionCountOf(content)}
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

export async function markPublished(db: Db, definitionId: string): Promise<void> {
  await sql`
    update questionnaire.definition set is_published = true
    where company_id = ${db.companyId} and id = ${definitionId}`.execute(db)
}

const questionCountOf = ({ pages }: Definition) =>
  pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind !== 'note').length
