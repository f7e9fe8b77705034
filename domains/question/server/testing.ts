/** What tests and benchmarks of other rooms arrange with questions. */
import { randomUUID } from 'node:crypto'
import { defaultScoringRule, judgementOptions, questionContent } from '../contract/content.ts'

/** Where rows are put as their owner puts them. */
interface Owner {
  readonly rows: (text: string, values: unknown[]) => Promise<unknown>
}

/** The worst of banks to prove a draw on: almost all questions have different sets of the tags, so that no two are one to the proof. */
export async function arrangeTangledBank(
  owner: Owner,
  { companyId, questions, tags }: { companyId: string; questions: number; tags: readonly string[] },
): Promise<string> {
  const bankId = randomUUID()
  await owner.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [companyId, bankId, '大题库'])
  const content = questionContent.parse({ type: 3, stem: '题', options: judgementOptions(), correct: 'true', analysis: '' })
  await owner.rows(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as version, gen_random_uuid() as rule, n,
         (select coalesce(array_agg(t.tag), '{}') from unnest($5::text[]) with ordinality as t(tag, at) where hashtext(n || ' ' || t.tag) % 2 = 0) as tags
       from generate_series(1, $4::int) n
     ), identity as (
       insert into question.question (company_id, id, bank_id, type, status, stem_text, ready_version_id, ready_rule_version_id, tags)
       select $1, id, $2, 3, 1, '题干' || n, version, rule, tags from made
     ), version as (
       insert into question.question_version (company_id, id, question_id, number, content, checksum)
       select $1, version, id, 1, $3::jsonb, '' from made
     )
     insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
     select $1, rule, id, 1, $6::jsonb, '' from made`,
    [companyId, bankId, JSON.stringify(content), questions, tags, JSON.stringify(defaultScoringRule(3))],
  )
  return bankId
}
