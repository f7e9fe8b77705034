/** A task as somebody writes it becomes a task as it is kept. */
import { randomUUID } from 'node:crypto'
import { kept } from '@kaopei/contract'
import { keptHtml } from '@kaopei/course/server'
import { findOwnUploads } from '@kaopei/files/server'
import { keyOfTarget, type TaskTarget } from '@kaopei/learning/server'
import type { Context, Fail } from '@kaopei/server'
import { projectOutlineErrors } from '../../contract/errors.ts'
import { type MaterialContent, materialContent } from '../../contract/outline.ts'
import type { SessionFacts } from '../../contract/session-facts.ts'
import { type ProjectTaskChange, type ProjectTaskInput, projectTaskInput, type projectTasks } from '../../contract/stage-task.ts'
import { findProjectTaskKind, targetsOf, whyNotAttached } from '../task-kinds.ts'
import type { TaskRow } from './outline.sql.ts'

type Refused = (typeof projectOutlineErrors)['targetRefused']
export type Writing = Pick<Context<(typeof projectTasks)['createList']>, 'actor' | 'db' | 'now' | 'services'> & {
  readonly fail: Fail<Refused>
}

export interface Place {
  readonly stageId: string
  /** The slot of the first new task. */
  readonly slot: number
  /** The tasks of the project, for make-ups. */
  readonly others: readonly TaskRow[]
}

interface WrittenTask {
  readonly row: TaskRow
  /** Of an offline session, to be saved once the task is there. */
  readonly session: SessionFacts | undefined
}

/** `known`: the task that is changed; without it they are new. */
export async function writtenTasks(
  writing: Writing,
  given: readonly ProjectTaskInput[],
  { stageId, slot, others }: Place,
  known?: TaskRow,
): Promise<WrittenTask[]> {
  const targets = await targetsOf(
    writing.db,
    given.map(({ kind, targetId }) => ({ kind, targetId: targetId ?? null })),
  )
  const written: WrittenTask[] = []
  for (const [place, input] of given.entries()) {
    const at = { input, name: input.title ? `“${input.title}”` : `第 ${place + 1} 个任务`, known }
    const target = targetOf(writing, at, targets)
    const title = input.title || target?.title || ''
    if (title === '') refuse(writing, `请填写${at.name}的名称`)
    checkMakeUp(writing, at, others)
    const row = {
      ...{ stageId, title, kind: input.kind, targetId: target?.id ?? null },
      id: known?.id ?? randomUUID(),
      slot: known?.slot ?? slot + place,
      isRequired: input.isRequired,
      weight: input.weight,
      rule: ruleOf(writing, at),
      conditions: input.conditions,
      dueAt: input.dueTime,
      dueAfterDays: input.dueAfterDays,
      content: input.kind === 'material' ? await keptContent(writing, at) : null,
      isForChosen: input.isForChosen || input.makesUpTaskId !== null,
      makesUpTaskId: input.makesUpTaskId,
      keptBefore: known?.keptBefore ?? null,
    }
    written.push({ row, session: sessionOf(writing, at) })
  }
  return written
}

/** What a change leaves out stays as it is; so does the title while the task leads to the same. Its session is asked for apart. */
export function wholeTask(
  { session: _session, ...said }: ProjectTaskChange,
  kind: ProjectTaskInput['kind'],
  known: TaskRow,
): ProjectTaskInput {
  const { kind: _kind, ...fields } = projectTaskInput.shape
  const targetId = said.targetId === undefined ? known.targetId : said.targetId
  const title = said.title ?? (targetId === known.targetId ? known.title : undefined)
  const rule = fields.rule.safeParse(known.rule).data ?? {}
  return { kind, ...kept(fields, { ...said, targetId, title }, { ...known, rule, dueTime: known.dueAt }) }
}

interface Given {
  readonly input: ProjectTaskInput
  /** As people are told of it. */
  readonly name: string
  readonly known: TaskRow | undefined
}

const refuse = ({ fail }: Writing, text: string): never => fail(projectOutlineErrors.targetRefused, { text })

/** What a task had already may stay, even where nobody could begin it now: the shelf asks again. */
function targetOf(writing: Writing, { input, name, known }: Given, targets: ReadonlyMap<string, TaskTarget>) {
  const kind = findProjectTaskKind(input.kind)
  if (!kind?.targets) return undefined
  if (!input.targetId) return refuse(writing, `请为${name}选择${kind.label}`)
  const target = targets.get(keyOfTarget(input.kind, input.targetId))
  const isKept = known?.targetId === input.targetId
  if (!target) {
    if (known && isKept) return { id: input.targetId, title: known.title }
    return refuse(writing, `${name}的${kind.label}不存在或已被删除，请重新选择`)
  }
  const whyNot = isKept ? null : whyNotAttached(writing.actor, kind)
  if (whyNot !== null) return refuse(writing, `${name}：${whyNot}`)
  if (target.refusal !== null && !kind.mayWait && !isKept) return refuse(writing, `${name}：${target.refusal}`)
  return target
}

function ruleOf(writing: Writing, { input, name }: Given): unknown {
  const parsed = findProjectTaskKind(input.kind)?.rule.safeParse(input.rule)
  if (parsed?.success) return parsed.data
  return refuse(writing, `${name}的完成条件有误：${parsed?.error.issues[0]?.message ?? '任务类型不存在'}`)
}

/** A make-up is for a task of the same project that is none itself; chains would make the better of both a riddle. */
function checkMakeUp(writing: Writing, { input, name, known }: Given, others: readonly TaskRow[]): void {
  if (input.makesUpTaskId === null) return
  const original = others.find(({ id }) => id === input.makesUpTaskId)
  const isMadeUp = known !== undefined && others.some(({ makesUpTaskId }) => makesUpTaskId === known.id)
  if (!original || original.id === known?.id || original.makesUpTaskId !== null || isMadeUp)
    refuse(writing, `${name}：补修的原任务不存在，或它本身也是补修任务，请重新选择`)
}

async function keptContent(writing: Writing, { input, name, known }: Given): Promise<MaterialContent> {
  const before = materialContent.safeParse(known?.content).data
  if (!input.content && before) return before
  const { html, files, links } = materialContent.parse(input.content ?? {})
  const { actor, db, now, services } = writing
  const { companyId, staffId } = actor
  const kept = await keptHtml(db, { services, companyId, staffId, now }, { html, before: before?.html ?? '' })
  if ('problem' in kept) return refuse(writing, `${name}：${kept.problem}`)
  const stays = new Set(before?.files.map(({ fileId }) => fileId))
  const added = files.filter(({ fileId }) => !stays.has(fileId))
  const own = await findOwnUploads(db, services, { companyId, staffId }, added, [
    'document',
    'attachment',
    'image',
    'video',
    'audio',
  ])
  const stranger = added.find((_file, index) => own[index] === undefined)
  if (stranger) return refuse(writing, `${name}的文件“${stranger.name}”不能使用，请重新上传`)
  if (kept.html.trim() === '' && files.length === 0 && links.length === 0)
    return refuse(writing, `请填写${name}的正文，或添加文件、链接`)
  return { html: kept.html, files, links }
}

function sessionOf(writing: Writing, { input, name, known }: Given): SessionFacts | undefined {
  if (input.kind !== 'session') return undefined
  if (!input.session) return known ? undefined : refuse(writing, `请填写${name}的时间和地点`)
  if (input.session.endTime <= input.session.beginTime) return refuse(writing, `${name}的结束时间必须晚于开始时间`)
  return input.session
}
