import { type Db, hasRows } from '@kaopei/server'

/** False when the slot is not marked by hand or the score is outside 0 … full. */
export async function insertManualEvaluation(
  db: Db,
  score: {
    attemptId: string
    slot: number
    scoreHundredths: number
    markerId: string
    comment: string | null
    detail: Record<string, unknown>
  },
  now: Date,
): Promise<boolean> {
  return hasRows(db)`
    with marked as (
      update sitting.attempt_item
      set score_hundredths = ${score.scoreHundredths}, score_source = 'manual',
        is_correct = ${score.scoreHundredths}::integer = max_score_hundredths
      where company_id = ${db.companyId}
        and attempt_id = ${score.attemptId}
        and slot = ${score.slot}
        and score_source is distinct from 'auto'
        and ${score.scoreHundredths}::integer between 0 and max_score_hundredths
      returning slot, rule_version_id, rev
    )
    insert into sitting.evaluation (company_id, attempt_id, slot, number, source, score_hundredths, rule_version_id, answer_rev, marker_id,
      comment, detail, at)
    select ${db.companyId}, ${score.attemptId}, m.slot,
      1 + coalesce((
        select max(e.number)
        from sitting.evaluation e
        where e.company_id = ${db.companyId}
          and e.attempt_id = ${score.attemptId}
          and e.slot = m.slot
      ), 0),
      'manual', ${score.scoreHundredths}, m.rule_version_id, m.rev, ${score.markerId}, ${score.comment},
      ${JSON.stringify(score.detail)}::jsonb, ${now}
    from marked m
    returning slot`
}

export interface Outcome {
  readonly scores: number[]
  readonly objective: number
  readonly subjective: number
  /** Still waiting for a marker. */
  readonly openSlots: number[]
}

export async function selectOutcome(db: Db, attemptId: string): Promise<Outcome> {
  const rows = await db
    .selectFrom('sitting.attempt_item')
    .select(['slot', 'score_hundredths as score', 'score_source as source'])
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', attemptId)
    .orderBy('slot')
    .execute()
  const sum = (source: string) => rows.reduce((total, row) => total + (row.source === source ? (row.score ?? 0) : 0), 0)
  return {
    scores: rows.map(({ score }) => score ?? 0),
    objective: Math.max(0, sum('auto')),
    subjective: sum('manual'),
    openSlots: rows.filter(({ score }) => score === null).map(({ slot }) => slot),
  }
}
