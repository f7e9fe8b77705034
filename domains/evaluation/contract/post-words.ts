/** How the figures of a report for a post are said, on screens, in exports and on paper: norm, n and date stand beside each. */
import { cut } from '@kaopei/contract'
import { evidenceClass } from '@kaopei/skill/contract/codes'
import { partState, postPart } from './post-codes.ts'
import { leastCompared, type PostReport, type ReportFit, type ReportPart } from './post-report.ts'
import type { Report } from './report.ts'

/** What the exam or the appointment is called that is made for a part. */
export const partExamName = (name: string, part: number): string => `${cut(name, 90)}·${postPart.label(part)}`

export const percentText = (share: number | null): string => (share === null ? '-' : `${Math.round(share * 1000) / 10}%`)

/** The score, and against whom it stands. */
export function examText({ state, exam }: ReportPart): string {
  if (!exam) return partState.label(state)
  const { scoreHundredths, maxHundredths, share, isPassed } = exam
  return `${scoreHundredths / 100} / ${maxHundredths / 100} 分，得分率 ${percentText(share)}，${isPassed ? '及格' : '不及格'}`
}

export function comparedText({ exam }: Pick<ReportPart, 'exam'>, issuedDay: string): string {
  if (!exam) return '-'
  if (exam.n < leastCompared) return `本次测评已出成绩 ${exam.n} 人，不足 ${leastCompared} 人，不作比较（${issuedDay}）`
  return `本次测评已出成绩的人平均得分率 ${percentText(exam.meanShare)}，n=${exam.n}，${issuedDay}`
}

export function fitText(fit: ReportFit): string {
  return `匹配度 ${percentText(fit.fit)}，已测比重 ${percentText(fit.share)}，未测按 0 计为 ${percentText(fit.cautious)}（岗位模型第 ${fit.modelNumber} 版）`
}

type Skill = ReportFit['skills'][number]

export function levelWords({ level, class: evidence }: Pick<Skill, 'level' | 'class'>): string {
  if (level !== null) return `${level} 级`
  return evidence === null ? '未测量' : evidence === evidenceClass.exposure ? '已学，未测量' : '已测，未达到级别'
}

/** What a level stands on, and from when. */
export function basisWords({ class: evidence, at }: Pick<Skill, 'class' | 'at'>, dayOf: (at: string) => string): string {
  return evidence === null ? '-' : `${evidenceClass.label(evidence)}${at === null ? '' : `，${dayOf(at)}`}`
}

/** Of a scale: who it is compared with. */
export function normText({ norm }: Pick<Report, 'norm'>): string {
  return norm ? `${norm.name}，n=${norm.n}，${norm.date}` : '没有常模，只报告均分'
}

/** What is missing, in words; empty: nothing. */
export function missingWords({ knowledge, skill, personality }: PostReport): string[] {
  const parts = [
    ['通用知识', knowledge],
    ['专业技能', skill],
    ['职业性格', personality],
  ] as const
  return parts.flatMap(([name, part]) => (part && part.state !== partState.done ? [`${name}${partState.label(part.state)}`] : []))
}
