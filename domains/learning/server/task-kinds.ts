/** Kinds of tasks: what courses and projects lead to. Each keeps a register of its own; rooms above bring theirs at the start. */
import type { Right } from '@kaopei/contract'
import { type Actor, type Db, mayUse } from '@kaopei/server'
import type { z } from 'zod'

/** What a task leads to. */
export interface TaskTarget {
  readonly id: string
  readonly title: string
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
  /** A target that is not ready may be put into a draft, and is asked again when the course or project goes on the shelf. */
  readonly mayWait?: boolean
  /** Whoever learns is let into what a task leads to: only somebody with one of these rights may put it there. */
  readonly needs?: readonly Right[]
}

type Targeted = { readonly kind: string; readonly targetId: string | null }

export const keyOfTarget = (kind: string, targetId: string): string => `${kind} ${targetId}`

/** One register. Functions that stand by themselves: they are handed on. */
export function taskKindsOf<Kind extends TaskKindFacts>() {
  const kinds = new Map<string, Kind>()

  const register = (kind: Kind): void => {
    kinds.set(kind.key, kind)
  }
  const find = (key: string): Kind | undefined => kinds.get(key)

  /** Why somebody may not lead learners to targets of this kind, in words; null: they may. */
  const whyNotAttached = (actor: Actor, { key, label }: { readonly key: string; readonly label: string }): string | null => {
    const needs = kinds.get(key)?.needs
    if (!needs || needs.some(({ code }) => mayUse(actor, code))) return null
    return `您没有管理${label}的权限，不能让学员参加${label}，请联系有权限的同事添加`
  }

  /** The targets of tasks of any kind, by `keyOfTarget`. */
  const targetsOf = async (db: Db, tasks: readonly Targeted[]): Promise<ReadonlyMap<string, TaskTarget>> => {
    const found = new Map<string, TaskTarget>()
    for (const [key, group] of Map.groupBy(tasks, ({ kind }) => kind)) {
      const ids = [...new Set(group.flatMap(({ targetId }) => targetId ?? []))]
      const targets = ids.length > 0 ? await kinds.get(key)?.targets?.(db, ids) : undefined
      for (const target of targets ?? []) found.set(keyOfTarget(key, target.id), target)
    }
    return found
  }

  /** Why a task's content cannot be used now, in words; null: it can. */
  const refusalOf = ({ kind, targetId }: Targeted, targets: ReadonlyMap<string, TaskTarget>): string | null => {
    const facts = kinds.get(kind)
    if (!facts?.targets) return null
    const target = targetId === null ? undefined : targets.get(keyOfTarget(kind, targetId))
    return target ? target.refusal : `${facts.label}不存在或已被删除`
  }

  return { register, find, whyNotAttached, targetsOf, refusalOf }
}
