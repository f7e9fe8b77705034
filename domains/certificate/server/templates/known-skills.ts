import type { Db } from '@kaopei/server'
import { skillCards } from '@kaopei/skill/server'
import type { Layout } from '../../contract/layout.ts'

/** Whether each skill that a certificate attests is one of the company's. One that was retired since keeps its place. */
export async function areSkillsKnown(db: Db, { skills }: Pick<Layout, 'skills'>): Promise<boolean> {
  const ids = [...new Set(skills.map(({ skillId }) => skillId))]
  return ids.length === 0 || (await skillCards(db, ids)).length === ids.length
}
