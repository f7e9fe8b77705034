/** What can be done in a course: one entry for each kind of task. Rooms above bring theirs by `registerTaskKind`, at the start. */
import type { Right } from '@kaopei/contract'
import { examManage } from '@kaopei/exam/contract/menus'
import { practiceManage } from '@kaopei/practice/contract/menus'
import { type Actor, type Db, mayUse } from '@kaopei/server'
import { z } from 'zod'
import { articleRule, attemptRule, coursewareRule, practiceRule, taskKindLabels } from '../contract/outline.ts'
import { coursewareTargets, examTargets, practiceTargets } from './task-targets.ts'

/** What a task leads to. */
export interface TaskTarget {
  readonly id: string
  readonly title: string
  readonly lengthSeconds: number | null
  readonly pageCount: number | null
  /** Why nobody could do it now, in words; null: it can be done. */
  readonly refusal: string | null
}

export interface TaskKindFacts {
  readonly key: string
  readonly label: string
  /** What completes it; unknown keys fall away. */
  readonly rule: z.ZodType
  /** Of kinds with a target: those of these that are there, in any order. */
  readonly targets?: (db: Db, ids: readonly string[]) => Promise<readonly TaskTarget[]>
  /** A target that is not ready may be put into a draft, and is asked again when the course goes on the shelf. */
  readonly mayWait?: boolean
  /** Whoever learns a course is let into what it leads to: only somebody with one of these rights may put it there. */
  readonly needs?: readonly Right[]
}

const kinds = new Map<string, TaskKindFacts>()

export function registerTaskKind(kind: TaskKindFacts): void {
  kinds.set(kind.key, kind)
}

export function findTaskKind(key: string): TaskKindFacts | undefined {
  return kinds.get(key)
}

registerTaskKind({
  key: 'courseware',
  label: taskKindLabels.courseware,
  rule: coursewareRule,
  targets: coursewareTargets,
  mayWait: true,
})
registerTaskKind({
  key: 'exam',
  label: taskKindLabels.exam,
  rule: attemptRule,
  targets: examTargets,
  mayWait: true,
  needs: [examManage.rights.add, examManage.rights.edit],
})
registerTaskKind({
  key: 'practice',
  label: taskKindLabels.practice,
  rule: practiceRule,
  targets: practiceTargets,
  mayWait: true,
  needs: [practiceManage.rights.add, practiceManage.rights.edit],
})
registerTaskKind({ key: 'article', label: taskKindLabels.article, rule: articleRule })
registerTaskKind({ key: 'link', label: taskKindLabels.link, rule: z.object({}) })

/** Why somebody may not lead learners to targets of this kind, in words; null: they may. */
export function whyNotAttached(actor: Actor, { key, label }: { readonly key: string; readonly label: string }): string | null {
  const needs = kinds.get(key)?.needs
  if (!needs || needs.some(({ code }) => mayUse(actor, code))) return null
  return `您没有管理${label}的权限，不能让学员参加${label}，请联系有权限的同事添加`
}

/** The targets of tasks of any kind, by `kind id`. */
export async function targetsOf(
  db: Db,
  tasks: readonly { readonly kind: string; readonly targetId: string | null }[],
): Promise<ReadonlyMap<string, TaskTarget>> {
  const found = new Map<string, TaskTarget>()
  for (const [key, group] of Map.groupBy(tasks, ({ kind }) => kind)) {
    const ids = [...new Set(group.flatMap(({ targetId }) => targetId ?? []))]
    const targets = ids.length > 0 ? await kinds.get(key)?.targets?.(db, ids) : undefined
    for (const target of targets ?? []) found.set(keyOf(key, target.id), target)
  }
  return found
}

export const keyOf = (kind: string, targetId: string): string => `${kind} ${targetId}`

/** Why a task's content cannot be used now, in words; null: it can. */
export function refusalOf(
  { kind, targetId }: { readonly kind: string; readonly targetId: string | null },
  targets: ReadonlyMap<string, TaskTarget>,
): string | null {
  const facts = kinds.get(kind)
  if (!facts?.targets) return null
  const target = targetId === null ? undefined : targets.get(keyOf(kind, targetId))
  return target ? target.refusal : `${facts.label}不存在或已被删除`
}
