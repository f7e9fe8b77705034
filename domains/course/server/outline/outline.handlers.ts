import { randomUUID } from 'node:crypto'
import { kept, protocolErrors } from '@kaopei/contract'
import { showPictures } from '@kaopei/files/server'
import { findTask, movedTask, placed, withoutTasks } from '@kaopei/learning/server'
import { type Actor, type Context, type Db, type Handlers, implement, ProtocolFailure, type Services } from '@kaopei/server'
import { courseSource } from '../../contract/codes.ts'
import { chapterFields, courseOutlineCalls } from '../../contract/course-outline.ts'
import { courseErrors } from '../../contract/errors.ts'
import { findCourse } from '../courses/course.sql.ts'
import { cardsOf } from '../learning/shown.ts'
import { findTaskKind, refusalOf, targetsOf } from '../task-kinds.ts'
import { openDraft, saveDraft } from './draft.ts'
import { withOtherTasks } from './other-tasks.ts'
import { type Chapter, outlineOf, type TaskRow } from './outline.sql.ts'
import { htmlOf, urlOf, writtenTasks } from './written-task.ts'

type Calls = typeof courseOutlineCalls
type Reading = { readonly actor: Actor; readonly db: Db; readonly services: Services }

const handlers: Handlers<Calls> = {
  courseChapterList: ({ courseId, isPublished }, context) => shownOutline(context, courseId, isPublished),

  courseChapterListNoDetail: async ({ courseId, isPublished }, context) => {
    const { facts, chapters } = await readOutline(context, courseId, isPublished)
    return { ...facts, chapters: chapters.map(({ tasks, ...chapter }) => ({ ...chapter, taskCount: tasks.length })) }
  },

  courseChapterDetail: async ({ courseId, id }, context) => {
    const { facts, chapters } = await readOutline(context, courseId, false)
    const [shown] = await shownChapters(
      context,
      chapters.filter((chapter) => chapter.id === id),
    )
    return shown ? { ...shown, version: facts.version } : context.fail(protocolErrors.notFound)
  },

  courseChapterEdit: async ({ courseId, version, id, tasks, ...wish }, context) => {
    const { db, fail, now, record } = context
    const draft = await openDraft(db, { courseId, version, fail })
    const { chapters } = draft.outline
    const before = id === undefined ? undefined : chapters.find((chapter) => chapter.id === id)
    if (id !== undefined && !before) return fail(protocolErrors.notFound)
    const chapterId = before?.id ?? randomUUID()
    const known = new Map((before?.tasks ?? []).map((task) => [task.id, task]))
    const given = tasks?.map((task) => ({ ...task, id: task.id !== undefined && known.has(task.id) ? task.id : undefined }))
    const written = given ? await writtenTasks(context, chapterId, given, known) : (before?.tasks ?? [])
    const chapter = { id: chapterId, ...kept(chapterFields, wish, before), tasks: written }
    const others = new Map(
      (given ?? []).flatMap(({ id: was }, place) => (was ? [[was, written[place]?.id ?? was] as const] : [])),
    )
    const gone = new Set([...known.keys()].filter((taskId) => !written.some((task) => task.id === taskId)))
    const placedAll = before ? chapters.map((one) => (one.id === chapterId ? chapter : one)) : [...chapters, chapter]
    const all = withOtherTasks(placedAll, others)
    const change = { unlockOrder: draft.outline.unlockOrder, chapters: withoutTasks(all, gone) }
    const saved = await saveDraft(db, draft, change, { now, fail })
    const after = { chapter: chapter.title, tasks: written.map((task) => task.title) }
    const was = before && { chapter: before.title, tasks: before.tasks.map((task) => task.title) }
    record({ targetId: courseId, targetName: draft.course.courseName, before: was, after })
    return { id: chapterId, version: saved, taskIds: written.map((task) => task.id) }
  },

  courseChapterDelete: async ({ courseId, version, id }, context) => {
    const draft = await openDraft(context.db, { courseId, version, fail: context.fail })
    const chapter = draft.outline.chapters.find((one) => one.id === id)
    if (!chapter) return context.fail(protocolErrors.notFound)
    const gone = new Set(chapter.tasks.map((task) => task.id))
    const chapters = withoutTasks(draft.outline.chapters, gone).filter((one) => one.id !== id)
    context.record({ targetId: courseId, targetName: draft.course.courseName, before: { chapter: chapter.title } })
    return { version: await saveDraft(context.db, draft, { unlockOrder: draft.outline.unlockOrder, chapters }, context) }
  },

  deleteTask: async ({ courseId, version, taskId }, context) => {
    const draft = await openDraft(context.db, { courseId, version, fail: context.fail })
    const task = findTask(draft.outline.chapters, taskId)
    if (!task) return context.fail(protocolErrors.notFound)
    context.record({ targetId: courseId, targetName: draft.course.courseName, before: { task: task.title } })
    const chapters = withoutTasks(draft.outline.chapters, new Set([taskId]))
    return { version: await saveDraft(context.db, draft, { unlockOrder: draft.outline.unlockOrder, chapters }, context) }
  },

  moveTask: async ({ courseId, version, taskId, chapterId, beforeId }, context) => {
    const { db, fail, now, record } = context
    const draft = await openDraft(db, { courseId, version, fail })
    const { chapters, unlockOrder } = draft.outline
    const moved =
      taskId === undefined
        ? movedChapter(chapters, chapterId, beforeId)
        : movedTask(chapters, { taskId, groupId: chapterId, beforeId })
    if (!moved) return fail(protocolErrors.notFound)
    record({ targetId: courseId, targetName: draft.course.courseName, after: { moved: moved.title } })
    return { version: await saveDraft(db, draft, { unlockOrder, chapters: moved.groups }, { now, fail }) }
  },

  chapterExam: ({ examId: targetId, ...given }, context) => saveTask({ ...given, kind: 'exam', targetId }, context),
  taskPractice: ({ practiceId: targetId, ...given }, context) => saveTask({ ...given, kind: 'practice', targetId }, context),

  unlockMode: async ({ courseId, version, unlockOrder, nodes }, context) => {
    const draft = await openDraft(context.db, { courseId, version, fail: context.fail })
    const order = unlockOrder ?? draft.outline.unlockOrder
    const given = new Map(nodes.map((node) => [node.id, node.conditions]))
    const there = new Set(draft.outline.chapters.flatMap((chapter) => [chapter, ...chapter.tasks]).map(({ id }) => id))
    if (nodes.some(({ id }) => !there.has(id))) return context.fail(courseErrors.unknownTask)
    const chapters = draft.outline.chapters.map((chapter) => ({
      ...chapter,
      conditions: given.get(chapter.id) ?? chapter.conditions,
      tasks: chapter.tasks.map((task) => ({ ...task, conditions: given.get(task.id) ?? task.conditions })),
    }))
    const before = { unlockOrder: draft.outline.unlockOrder }
    context.record({ targetId: courseId, targetName: draft.course.courseName, before, after: { unlockOrder: order } })
    return { version: await saveDraft(context.db, draft, { chapters, unlockOrder: order }, context) }
  },
}

export const outlineEndpoints = implement(courseOutlineCalls, handlers)

type OneTask = Parameters<typeof writtenTasks>[2][number] & {
  readonly courseId: string
  readonly version?: number | undefined
  readonly chapterId: string
  readonly taskId?: string | undefined
}
type TaskSaving = Pick<Context<typeof courseOutlineCalls.chapterExam>, 'actor' | 'db' | 'fail' | 'now' | 'record' | 'services'>

/** Adds one task to a chapter or, with its id, changes it. */
async function saveTask(
  { courseId, version, chapterId, taskId, ...given }: OneTask,
  context: TaskSaving,
): Promise<{ taskId: string; version: number }> {
  const { db, fail, now, record } = context
  const { kind } = given
  const draft = await openDraft(db, { courseId, version, fail })
  const { chapters, unlockOrder } = draft.outline
  const chapter = chapters.find((one) => one.id === chapterId)
  const before = taskId === undefined ? undefined : chapter?.tasks.find((one) => one.id === taskId)
  if (!chapter || (taskId !== undefined && before?.kind !== kind)) return fail(protocolErrors.notFound)
  const known = new Map(before ? [[before.id, before]] : [])
  const [task] = await writtenTasks(context, chapterId, [{ ...given, id: taskId }], known)
  if (!task) return fail(protocolErrors.notFound)
  const tasks = before ? chapter.tasks.map((one) => (one.id === task.id ? task : one)) : [...chapter.tasks, task]
  const change = { unlockOrder, chapters: chapters.map((one) => (one.id === chapterId ? { ...chapter, tasks } : one)) }
  const saved = await saveDraft(db, draft, change, { now, fail })
  record({
    targetId: courseId,
    targetName: draft.course.courseName,
    before: before && { task: before.title },
    after: { task: task.title },
  })
  return { taskId: task.id, version: saved }
}

/** The outline with what its tasks lead to. */
export async function shownOutline(context: Reading, courseId: string, isPublished: boolean) {
  const { facts, chapters } = await readOutline(context, courseId, isPublished)
  return { ...facts, chapters: await shownChapters(context, chapters) }
}

/** What is being written, or with `isPublished` or where nobody writes what learners see. */
async function readOutline({ db }: Reading, courseId: string, isPublished: boolean) {
  const course = await findCourse(db, courseId)
  const versionId = isPublished ? course?.publishedId : (course?.draftId ?? course?.publishedId)
  const outline = versionId ? await outlineOf(db, versionId) : undefined
  if (!course || !outline) throw new ProtocolFailure(protocolErrors.notFound)
  const { courseName, version } = course
  const isFixed = course.source === courseSource.bought
  const isDraft = versionId === course.draftId
  return {
    facts: { courseId, courseName, version, isDraft, isFixed, unlockOrder: outline.unlockOrder },
    chapters: outline.chapters,
  }
}

async function shownChapters({ actor, db, services }: Reading, chapters: readonly Chapter[]) {
  const all = chapters.flatMap(({ tasks }) => tasks)
  const cards = await cardsOf(db, all)
  const targets = await targetsOf(
    db,
    all.filter((task) => task.targetCompanyId === null),
  )
  const shown = (task: TaskRow) => {
    const { targetCompanyId, content, ...row } = task
    const html = htmlOf(content)
    const card = cards.get(task.targetId ?? '')
    // Pictures of a bought article are the seller's, and nobody here may write them into a text of theirs.
    const reader =
      targetCompanyId === null ? { companyId: actor.companyId, holderId: actor.staffId } : { companyId: targetCompanyId }
    return {
      ...row,
      kindLabel: findTaskKind(task.kind)?.label ?? task.kind,
      coursewareType: card?.type ?? null,
      lengthSeconds: card?.lengthSeconds ?? null,
      pageCount: card?.pageCount ?? null,
      html: html === null ? null : showPictures(services, reader, html),
      url: urlOf(content),
      refusal: targetCompanyId === null ? refusalOf(task, targets) : null,
    }
  }
  return chapters.map(({ tasks, ...chapter }) => ({ ...chapter, tasks: tasks.map(shown) }))
}

/** A chapter before another one, else behind all. */
function movedChapter(chapters: readonly Chapter[], id: string, beforeId: string | null | undefined) {
  const chapter = chapters.find((one) => one.id === id)
  return chapter && { title: chapter.title, groups: placed(chapters, chapter, beforeId) }
}
