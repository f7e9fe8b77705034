/** A task as somebody writes it becomes a task as it is kept. */
import { randomUUID } from 'node:crypto'
import { kept } from '@kaopei/contract'
import { keyOfTarget, type TaskTarget } from '@kaopei/learning/server'
import type { Context, Fail } from '@kaopei/server'
import type { z } from 'zod'
import { type courseOutlineCalls, type TaskChange, type TaskInput, taskInput } from '../../contract/course-outline.ts'
import { courseErrors } from '../../contract/errors.ts'
import { keptHtml } from '../kept-html.ts'
import { findTaskKind, targetsOf, whyNotAttached } from '../task-kinds.ts'
import type { TaskRow } from './outline.sql.ts'

type Writing = Pick<Context<(typeof courseOutlineCalls)['courseChapterEdit']>, 'actor' | 'db' | 'now' | 'services'> & {
  readonly fail: Fail<(typeof courseErrors)['targetRefused']>
}

/**
 * `before`: the tasks of the draft, by id; a task that is none of them is new, and so is one that became something else: whoever has begun it has seen
 * nothing of that.
 */
export async function writtenTasks(
  writing: Writing,
  chapterId: string,
  said: readonly TaskChange[],
  before: ReadonlyMap<string, TaskRow>,
): Promise<TaskRow[]> {
  const given = said.map((one) => wholeTask(one, one.id === undefined ? undefined : before.get(one.id)))
  const asked = given.map(({ kind, targetId }) => ({ kind, targetId: targetId ?? null }))
  const targets = await targetsOf(writing.db, asked)
  const tasks: TaskRow[] = []
  for (const [place, input] of given.entries()) {
    const known = input.id === undefined ? undefined : before.get(input.id)
    const target = targetOf(writing, { input, place, known }, targets)
    const content = await contentOf(writing, { input, place, known })
    const title = input.title || target?.title || ''
    if (title === '') writing.fail(courseErrors.targetRefused, { text: `请填写第 ${place + 1} 个任务的名称` })
    tasks.push({
      id: known && isSameTask(known, input) ? known.id : randomUUID(),
      chapterId,
      title,
      kind: input.kind,
      targetId: target?.id ?? null,
      targetCompanyId: null,
      isRequired: input.isRequired,
      weight: input.weight,
      rule: ruleOf(writing, input, place),
      conditions: input.conditions,
      content,
    })
  }
  return tasks
}

function isSameTask(known: TaskRow, { kind, targetId }: TaskInput): boolean {
  return known.kind === kind && (kind !== 'courseware' || known.targetId === targetId)
}

/** What is left out of a task that is there stays as it is; so does its title while it leads to the same. */
function wholeTask(said: TaskChange, known: TaskRow | undefined): TaskInput {
  if (!known || known.kind !== said.kind) return kept(taskInput.shape, said)
  const targetId = said.targetId === undefined ? known.targetId : said.targetId
  const title = said.title ?? (targetId === known.targetId ? known.title : undefined)
  const own = { html: said.html ?? htmlOf(known.content) ?? undefined, url: said.url ?? urlOf(known.content) ?? undefined }
  const rule = taskInput.shape.rule.safeParse(known.rule).data ?? {}
  const standing = { ...known, rule, title }
  return kept(taskInput.shape, { ...said, ...own, targetId }, standing)
}

interface Given {
  readonly input: TaskInput
  readonly place: number
  readonly known: TaskRow | undefined
}

/** What a task had already may stay, even where nobody could begin it now: the shelf asks again. */
function targetOf({ actor, fail }: Writing, { input, place, known }: Given, targets: ReadonlyMap<string, TaskTarget>) {
  const kind = findTaskKind(input.kind)
  if (!kind?.targets) return undefined
  const name = input.title ? `“${input.title}”` : `第 ${place + 1} 个任务`
  if (!input.targetId) return fail(courseErrors.targetRefused, { text: `请为${name}选择${kind.label}` })
  const target = targets.get(keyOfTarget(input.kind, input.targetId))
  const isKept = known?.targetId === input.targetId
  if (!target) {
    if (known && isKept) return { ...known, id: input.targetId }
    return fail(courseErrors.targetRefused, { text: `${name}的${kind.label}不存在或已被删除，请重新选择` })
  }
  const whyNot = isKept ? null : whyNotAttached(actor, kind)
  if (whyNot !== null) return fail(courseErrors.targetRefused, { text: `${name}：${whyNot}` })
  if (target.refusal !== null && !kind.mayWait && !isKept)
    return fail(courseErrors.targetRefused, { text: `${name}：${target.refusal}` })
  return target
}

function ruleOf({ fail }: Writing, input: TaskInput, place: number): unknown {
  const rule: z.ZodType | undefined = findTaskKind(input.kind)?.rule
  const parsed = rule?.safeParse(input.rule)
  if (parsed?.success) return parsed.data
  const why = parsed?.error.issues[0]?.message ?? '任务类型不存在'
  return fail(courseErrors.targetRefused, { text: `第 ${place + 1} 个任务的完成条件有误：${why}` })
}

async function contentOf({ actor, db, now, services, fail }: Writing, { input, place, known }: Given): Promise<unknown> {
  if (input.kind === 'link') {
    if (!input.url) return fail(courseErrors.targetRefused, { text: `请填写第 ${place + 1} 个任务的链接` })
    return { url: input.url }
  }
  if (input.kind !== 'article') return null
  const { companyId, staffId } = actor
  const written = { html: input.html ?? '', before: htmlOf(known?.content) ?? '' }
  if (written.html.trim() === '') return fail(courseErrors.targetRefused, { text: `请填写第 ${place + 1} 个任务的正文` })
  const kept = await keptHtml(db, { services, companyId, staffId, now }, written)
  if ('problem' in kept) return fail(courseErrors.targetRefused, { text: kept.problem })
  return { html: kept.html }
}

const fieldOf = (content: unknown, field: string): string | null => {
  const value: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, field) : undefined
  return typeof value === 'string' ? value : null
}
export const htmlOf = (content: unknown): string | null => fieldOf(content, 'html')
export const urlOf = (content: unknown): string | null => fieldOf(content, 'url')
