/** How far people are in the parts of their assessments, and what came of each. */

import type { CodeOf } from '@kaopei/contract'
import { type Standing, standingsOf } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import type { partState } from '../../contract/post-codes.ts'
import { examPartState, scalePartState } from '../rules/post-part-state.ts'
import type { Part } from './assessment.sql.ts'
import { type ScaleRow, scaleStandings } from './standing.sql.ts'

export interface PartStanding {
  readonly part: Part['part']
  readonly state: CodeOf<typeof partState>
  /** Handed in. */
  readonly at: Date | null
  readonly attempt: Standing | undefined
  readonly scale: ScaleRow | undefined
}

/** By person, each part of theirs in order. `isOver`: the assessment was closed. */
export async function partStandings(
  db: Db,
  { parts, isOver }: { parts: readonly Part[]; isOver: boolean },
  staffIds: readonly string[],
): Promise<ReadonlyMap<string, PartStanding[]>> {
  const ownerIds = parts.flatMap(({ examId }) => examId ?? [])
  const appointmentIds = parts.flatMap(({ appointmentId }) => appointmentId ?? [])
  const attempts = ownerIds.length === 0 ? [] : await standingsOf(db, { ownerIds, staffIds })
  const scales = appointmentIds.length === 0 ? [] : await scaleStandings(db, { appointmentIds, staffIds })
  const attemptOf = new Map(attempts.map((one) => [`${one.ownerId}:${one.staffId}`, one]))
  const scaleOf = new Map(scales.map((one) => [`${one.appointmentId}:${one.staffId}`, one]))
  const standingOf = (part: Part, staffId: string): PartStanding => {
    const attempt = attemptOf.get(`${part.examId}:${staffId}`)
    const scale = scaleOf.get(`${part.appointmentId}:${staffId}`)
    const isExam = part.sourceExamId !== null
    const state = isExam ? examPartState(attempt?.state, isOver) : scalePartState(scale, isOver)
    return { part: part.part, state, at: (isExam ? attempt?.submittedAt : scale?.submittedAt) ?? null, attempt, scale }
  }
  return new Map(staffIds.map((staffId) => [staffId, parts.map((part) => standingOf(part, staffId))]))
}
