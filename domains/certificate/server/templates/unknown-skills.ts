import { type Db, type Fail, missingIds } from '@kaopei/server'
import { templateErrors } from '../../contract/errors.ts'
import type { Layout } from '../../contract/layout.ts'

export async function refuseUnknownSkills(
  db: Db,
  { skills }: Pick<Layout, 'skills'>,
  fail: Fail<(typeof templateErrors)['skillRefused']>,
): Promise<void> {
  if (skills.length === 0) return
  const missing = await missingIds(
    db,
    'skill.skill',
    skills.map(({ skillId }) => skillId),
  )
  if (missing.length > 0) fail(templateErrors.skillRefused)
}
