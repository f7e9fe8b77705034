/** Courses for tests, straight as rows: on the shelf, with an outline. */
import { randomUUID } from 'node:crypto'
import type { StoredCondition } from '../contract/outline.ts'

interface Owner {
  readonly rows: (text: string, values: unknown[]) => Promise<unknown>
}

export interface TaskWish {
  readonly id?: string
  readonly title?: string
  readonly kind?: string
  readonly targetId?: string | null
  readonly isRequired?: boolean
  readonly weight?: number
  readonly rule?: object
  readonly conditions?: readonly StoredCondition[]
  readonly content?: object | null
}

export interface CourseWish {
  readonly name?: string
  readonly unlockOrder?: 'free' | 'tasks' | 'groups'
  /** 1 assigned, 2 open. */
  readonly type?: 1 | 2
  /** Tasks by chapter; an article each unless it says otherwise. */
  readonly chapters: readonly (readonly TaskWish[])[]
}

export interface ArrangedCourse {
  readonly courseId: string
  readonly versionId: string
  readonly chapterIds: readonly string[]
  /** In the order of the outline. */
  readonly taskIds: readonly string[]
}

export async function arrangeCourse(owner: Owner, companyId: string, wish: CourseWish): Promise<ArrangedCourse> {
  const [courseId, versionId] = [randomUUID(), randomUUID()]
  await owner.rows('insert into course.course (company_id, id, name, type) values ($1, $2, $3, $4)', [
    companyId,
    courseId,
    wish.name ?? '安全生产培训',
    wish.type ?? 1,
  ])
  await owner.rows(
    `insert into course.version (company_id, id, course_id, number, state, unlock_order, published_at)
     values ($1, $2, $3, 1, 1, $4, now())`,
    [companyId, versionId, courseId, wish.unlockOrder ?? 'free'],
  )
  await owner.rows(
    'update course.course set status = 1, published_id = $3, shelved_at = now() where company_id = $1 and id = $2',
    [companyId, courseId, versionId],
  )
  const chapterIds = wish.chapters.map(() => randomUUID())
  const taskIds: string[] = []
  for (const [place, tasks] of wish.chapters.entries()) {
    await owner.rows('insert into course.chapter (company_id, version_id, id, title, sort) values ($1, $2, $3, $4, $5)', [
      companyId,
      versionId,
      chapterIds[place],
      `第 ${place + 1} 章`,
      place,
    ])
    for (const [sort, task] of tasks.entries()) {
      const taskId = task.id ?? randomUUID()
      taskIds.push(taskId)
      await insertTask(owner, { companyId, versionId, chapterId: chapterIds[place] ?? '', sort }, { ...task, id: taskId })
    }
  }
  return { courseId, versionId, chapterIds, taskIds }
}

async function insertTask(
  owner: Owner,
  at: { companyId: string; versionId: string; chapterId: string; sort: number },
  task: TaskWish & { id: string },
): Promise<void> {
  const { kind = 'article', content = kind === 'article' ? { html: '<p>正文</p>' } : null } = task
  await owner.rows(
    `insert into course.task (company_id, version_id, id, chapter_id, title, kind, target_id, sort, is_required, weight, rule, conditions,
       content)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      at.companyId,
      at.versionId,
      task.id,
      at.chapterId,
      task.title ?? `任务 ${at.sort + 1}`,
      kind,
      task.targetId ?? null,
      at.sort,
      task.isRequired ?? true,
      task.weight ?? 1,
      JSON.stringify(task.rule ?? {}),
      JSON.stringify(task.conditions ?? []),
      content && JSON.stringify(content),
    ],
  )
}
