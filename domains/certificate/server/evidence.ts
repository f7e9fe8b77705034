/** What certificates say of skills, told to the skill room. */
import type { Db } from '@kaopei/server'
import { evidenceClass } from '@kaopei/skill/contract/codes'
import { recordEvidence, withdrawEvidence } from '@kaopei/skill/server'
import type { Layout } from '../contract/layout.ts'

interface Attested {
  readonly layout: Pick<Layout, 'skills'>
  readonly issued: readonly { readonly id: string; readonly staffId: string }[]
  readonly replaced: readonly string[]
  readonly title: string
  readonly validUntil: Date | null
  readonly actorId: string | null
}

export async function attest(
  db: Db,
  { layout, issued, replaced, title, validUntil, actorId }: Attested,
  now: Date,
): Promise<void> {
  if (replaced.length > 0) await withdrawAttested(db, { ids: replaced, reason: '已换发新证书', by: actorId }, now)
  if (layout.skills.length === 0) return
  const evidence = issued.flatMap(({ id, staffId }) =>
    layout.skills.map(({ skillId, level }) => ({
      ...{ staffId, skillId, class: evidenceClass.attested, level, sourceKind: 'certificate' as const, sourceId: id, title },
      ...{ at: now, expiresAt: validUntil, recordedBy: actorId },
    })),
  )
  await recordEvidence(db, evidence, now)
}

export async function withdrawAttested(
  db: Db,
  { ids, reason, by }: { ids: readonly string[]; reason: string; by: string | null },
  now: Date,
): Promise<void> {
  await withdrawEvidence(db, { sourceKind: 'certificate', sourceIds: ids, reason, by }, now)
}
