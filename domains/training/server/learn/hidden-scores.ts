import { examsShowingMarks } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { taskAt } from '../../contract/participant.ts'
import type { OwnPart } from './enter.ts'

/** Tasks whose scores their participant may not see now, as their exams say. */
export async function hiddenScoresOf(db: Db, { outline, participant }: OwnPart, now: Date): Promise<ReadonlySet<string>> {
  const scored = outline.stages
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ id, kind, targetId }) =>
      kind === 'exam' && targetId !== null && taskAt(participant, id).scoreHundredths !== null ? [{ id, targetId }] : [],
    )
  const showing = await examsShowingMarks(
    db,
    scored.map(({ targetId }) => targetId),
    now,
  )
  return new Set(scored.filter(({ targetId }) => !showing.has(targetId)).map(({ id }) => id))
}
