import type { Db } from '@kaopei/server'
import { projectStatus } from '../../contract/codes.ts'
import { type Outline, outlineOf } from '../outline/outline.sql.ts'
import { findArchive } from './archive.sql.ts'

type Shown = Pick<Outline['stages'][number], 'id' | 'title' | 'opensAt' | 'opensAfterDays' | 'endsAt' | 'endsAfterDays'> & {
  readonly tasks: readonly Pick<
    Outline['stages'][number]['tasks'][number],
    'id' | 'slot' | 'title' | 'kind' | 'isRequired' | 'isForChosen'
  >[]
}

/** A project as its figures are shown by: of an archived one as it was frozen, whatever became of its rows. */
export interface ShownOutline extends Pick<Outline, 'projectId' | 'name' | 'status' | 'outlineVersion' | 'beginAt' | 'endAt'> {
  readonly stages: readonly Shown[]
  readonly isArchived: boolean
}

export async function shownOutline(db: Db, projectId: string): Promise<ShownOutline | undefined> {
  const outline = await outlineOf(db, projectId)
  if (!outline) return undefined
  if (outline.status !== projectStatus.archived) return { ...outline, isArchived: false }
  const found = await findArchive(db, projectId)
  if (!found) return { ...outline, isArchived: true }
  const { name, stages, beginAt, endAt } = found.snapshot
  const dateOf = (text: string | Date | null) => (text === null ? null : new Date(text))
  return {
    ...outline,
    name,
    beginAt: dateOf(beginAt),
    endAt: dateOf(endAt),
    stages: stages.map((stage) => ({ ...stage, opensAt: dateOf(stage.opensAt), endsAt: dateOf(stage.endsAt) })),
    isArchived: true,
  }
}
