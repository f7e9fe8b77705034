/** What a verdict may rest on: each kind is looked for, and an indicator alone is no evidence. */
import type { Db } from '@kaopei/server'
import type { EvidenceKind, VerdictKind } from '../../contract/verdicts/verdict-codes.ts'
import { isSuspected } from '../suspicion/comparison.sql.ts'
import { selectAnomalies } from './anomaly.sql.ts'

export async function availableEvidence(db: Db, attemptId: string): Promise<EvidenceKind[]> {
  const found = new Set<EvidenceKind>((await selectAnomalies(db, attemptId)).map(({ kind }) => kind))
  const suspected: EvidenceKind[] = (await isSuspected(db, attemptId)) ? ['suspicion'] : []
  return [...(['mark', 'absence', 'gap'] as const).filter((kind) => found.has(kind)), 'witness', ...suspected]
}

/** What keeps a verdict from being judged on this; undefined: nothing. */
export function problemOf(
  { verdict, evidence, note }: { verdict: VerdictKind; evidence: readonly EvidenceKind[]; note: string },
  available: readonly EvidenceKind[],
): 'noEvidence' | 'evidenceMissing' | 'witnessUnwritten' | 'suspicionAlone' | undefined {
  if (verdict === 'clean') return undefined
  if (evidence.length === 0) return 'noEvidence'
  if (evidence.some((kind) => !available.includes(kind))) return 'evidenceMissing'
  // A witness is what they have written down.
  if (evidence.includes('witness') && note.length < 10) return 'witnessUnwritten'
  return evidence.every((kind) => kind === 'suspicion') ? 'suspicionAlone' : undefined
}
