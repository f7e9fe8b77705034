/** What results of knowledge and skills say of skills. */
import type { Db } from '@kaopei/server'
import { evidenceClass } from '@kaopei/skill/contract/codes'
import { recordEvidence, withdrawEvidence } from '@kaopei/skill/server'
import { privateKinds } from '../../contract/codes.ts'
import type { Report } from '../../contract/report.ts'
import { levelShown } from '../rules/level-shown.ts'
import { findScale } from '../scales/scale.sql.ts'

const sourceKind = 'evaluation'

export interface Measured {
  readonly evaluationResultId: string
  readonly staffId: string
  readonly scaleId: string
  readonly report: Report
  readonly issuedAt: Date
}

/** Each mapped dimension is a measurement of its skill. Of what has to be looked at first nothing is said until somebody keeps it. */
export async function recordSkills(
  db: Db,
  { evaluationResultId, staffId, scaleId, report, issuedAt }: Measured,
  now: Date,
): Promise<void> {
  if (privateKinds.includes(report.kind)) return
  const scale = await findScale(db, scaleId)
  const evidence = (scale?.skillMap ?? []).flatMap(({ dimension: id, skillId, level }) => {
    const dimension = report.dimensions.find((one) => one.id === id)
    if (!dimension || dimension.raw === null) return []
    return [
      {
        ...{ staffId, skillId, class: evidenceClass.measured, level: levelShown(level, dimension) },
        ...({
          sourceKind,
          sourceId: evaluationResultId,
          title: `${report.appointmentName}：${dimension.name}`,
          at: issuedAt,
        } as const),
      },
    ]
  })
  if (evidence.length > 0) await recordEvidence(db, evidence, now)
}

export async function withdrawSkills(
  db: Db,
  resultIds: readonly string[],
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  if (resultIds.length > 0) await withdrawEvidence(db, { sourceKind, sourceIds: resultIds, reason: '测评结果已删除', by }, now)
}
