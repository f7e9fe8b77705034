/** What stands against publishing a practice. People may be chosen after it, so that there are none is only said. */
import { questionType } from '@kaopei/question/contract/question-type'
import type { z } from 'zod'
import type { practiceFinding } from '../../contract/practice.ts'

export type PracticeFinding = z.output<typeof practiceFinding>

export interface PracticeDraft {
  readonly startAt: Date | null
  readonly endAt: Date | null
  readonly paper: {
    readonly slots: readonly { readonly type: number; readonly isReady: boolean; readonly needsMarker: boolean }[]
    readonly rules: readonly { readonly needsMarker: boolean; readonly mayBeProgramming: boolean }[]
    readonly violations: readonly { readonly message: string }[]
  }
  readonly sourceCount: number
  /** Exams that somebody may write again. */
  readonly openSourceCount: number
  /** Fixed questions that exams use which are not over. */
  readonly runningCount: number
  /** Somebody may practise it. */
  readonly hasPeople: boolean
}

export function publishChecks(draft: PracticeDraft, now: Date): PracticeFinding[] {
  const { paper, endAt, sourceCount, openSourceCount, runningCount, hasPeople } = draft
  const unready = paper.slots.filter(({ isReady }) => !isReady).length
  const isOwnJudged = [...paper.slots, ...paper.rules].some(({ needsMarker }) => needsMarker)
  const isProgramming =
    paper.slots.some(({ type }) => type === questionType.programming) ||
    paper.rules.some(({ mayBeProgramming }) => mayBeProgramming)
  const isEmpty = paper.slots.length + paper.rules.length + sourceCount === 0
  const findings: (PracticeFinding | false)[] = [
    endAt !== null && endAt <= now && blocking('endPassed', 'base', '练习结束时间已过，请修改'),
    isEmpty && blocking('noQuestions', 'rules', '请添加试题、抽题规则或来源考试'),
    unready > 0 && blocking('unready', 'rules', `有 ${unready} 道试题不可用，请移除或先完善`),
    isProgramming && blocking('programming', 'rules', '编程题暂不能用于练习，请移除，或在抽题规则中排除编程题'),
    openSourceCount > 0 && blocking('openExam', 'rules', `有 ${openSourceCount} 场来源考试仍有人可以作答，请移除`),
    ...paper.violations.map(({ message }) => blocking('draw', 'rules', message)),
    runningCount > 0 && warning('running', 'rules', `有 ${runningCount} 道试题正用于未结束的考试，学员在练习中会提前看到`),
    isOwnJudged && warning('ownJudged', 'rules', '含有需要人工评分的题目，练习时由学员对照得分点自评，不计入正确率'),
    !hasPeople && warning('noPeople', 'people', '现在没有人可以练习，请添加人员，也可以发布后再添加'),
  ]
  return findings.filter((finding) => finding !== false)
}

type Step = PracticeFinding['step']
const blocking = (code: string, step: Step, message: string): PracticeFinding => ({ code, level: 'blocking', step, message })
const warning = (code: string, step: Step, message: string): PracticeFinding => ({ code, level: 'warning', step, message })
