import { type Db, databaseNow } from '@kaopei/server'
import { outlineOf } from '../outline/outline.sql.ts'
import { insertArchive, insertArchivePeople, selectEnd } from './archive.sql.ts'

const isoOf = (date: Date | null) => date?.toISOString() ?? null

/** Keeps names, departments, states, the outline and totals as they are; what is read of an archived project is read from there. Again changes nothing. */
export async function freezeProject(db: Db, projectId: string): Promise<void> {
  const outline = await outlineOf(db, projectId)
  const end = await selectEnd(db, projectId)
  if (!outline || !end) return
  const { name, beginAt, endAt, stages } = outline
  const snapshot = {
    name,
    beginAt: isoOf(beginAt),
    endAt: isoOf(endAt),
    endedAt: isoOf(end.endedAt),
    staffCount: end.staffCount,
    completeCount: end.completeCount,
    stages: stages.map(({ id, title, weight, opensAt, opensAfterDays, endsAt, endsAfterDays, tasks }) => ({
      ...{ id, title, weight, opensAfterDays, endsAfterDays },
      opensAt: isoOf(opensAt),
      endsAt: isoOf(endsAt),
      tasks: tasks.map((task) => ({
        ...{ id: task.id, slot: task.slot, title: task.title, kind: task.kind },
        ...{ isRequired: task.isRequired, isForChosen: task.isForChosen, weight: task.weight },
      })),
    })),
  }
  await insertArchive(db, projectId, snapshot, databaseNow())
  await insertArchivePeople(db, projectId)
}
