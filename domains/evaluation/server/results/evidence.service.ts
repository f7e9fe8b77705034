/** What results of knowledge and skills say of skills, and the news of them for rooms above. */
import { type Db, emit, emitAll } from '@kaopei/server'
import { evidenceClass } from '@kaopei/skill/contract/codes'
import { recordEvidence, withdrawEvidence } from '@kaopei/skill/server'
import { privateKinds } from '../../contract/codes.ts'
import type { Report } from '../../contract/report.ts'
import { levelShown } from '../../contract/rules/level-shown.ts'
import { resultChanged } from '../events.ts'
import { findScale } from '../scales/scale.sql.ts'

const sourceKind = 'evaluation'

export interface Measured {
  readonly evaluationResultId: string
  readonly staffId: string
  readonly scaleId: string
  readonly report: Report
  readonly issuedAt: Date
}

/** It counts now. Each mapped dimension is a measurement of its skill. Of what has to be looked at first nothing is said until somebody keeps it. */
export async function tellResult(
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
  await emit(db, resultChanged, db.companyId, { scaleId, staffId, kind: 'out' })
}

export interface Gone {
  readonly id: string
  readonly scaleId: string
  readonly staffId: string
  readonly kind: number
}

/** They count no longer. What went because its time was over was right, and is no news. */
export async function takeBack(
  db: Db,
  gone: readonly Gone[],
  { because, by, now }: { because: 'voided' | 'erased' | 'outdated'; by: string | null; now: Date },
): Promise<void> {
  const open = gone.filter(({ kind }) => !privateKinds.includes(kind))
  if (open.length === 0) return
  const reason = because === 'voided' ? '测评结果已作废' : '测评结果已删除'
  const sourceIds = open.map(({ id }) => id)
  await withdrawEvidence(db, { sourceKind, sourceIds, reason, by }, now)
  if (because === 'outdated') return
  const news = open.map(({ scaleId, staffId }) => ({ scaleId, staffId, kind: because }))
  await emitAll(db, resultChanged, db.companyId, news)
}
