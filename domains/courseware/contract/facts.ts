/** What is known of a courseware beside what it holds: its title, who made it, what it is about. */
import { id, lineText, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'

/** An employee, an instructor, or the name of somebody from outside. */
const credit = z
  .object({ staffId: id.nullish(), instructorId: id.nullish(), name: lineText(50, '姓名').default('') })
  .refine(({ staffId, instructorId, name }) => Boolean(staffId ?? instructorId) || name !== '', '请选择人员或填写姓名')
export type CreditInput = z.output<typeof credit>

const most = 20
const people = (label: string) => z.array(credit, `请选择${label}`).max(most, `${label}最多 ${most} 人`)
const contributor = people('贡献人').min(1, '贡献人不能为空')

const facts = {
  descript: text(500, '描述'),
  /** A picture that was uploaded for it; '' takes it away. */
  coverUrl: z.string('地址格式不正确').max(2000, '地址过长'),
  knowledgePointIds: z.array(id).max(20, '最多 20 个知识点'),
  author: people('作者'),
  teacher: people('主讲'),
  assistTeacher: people('助教'),
}

/** Of a new one. */
export const coursewareFacts = {
  descript: facts.descript.default(''),
  coverUrl: facts.coverUrl.default(''),
  knowledgePointIds: facts.knowledgePointIds.default([]),
  contributor: z.preprocess((given) => given ?? [], contributor),
  author: facts.author.default([]),
  teacher: facts.teacher.default([]),
  assistTeacher: facts.assistTeacher.default([]),
}

/** Of a change: what is not given stays. */
export const partialFacts = {
  descript: facts.descript.optional(),
  coverUrl: facts.coverUrl.optional(),
  knowledgePointIds: facts.knowledgePointIds.optional(),
  contributor: contributor.optional(),
  author: facts.author.optional(),
  teacher: facts.teacher.optional(),
  assistTeacher: facts.assistTeacher.optional(),
}

export const coursewareTitle = requiredText(100, '标题')

const shape = z.object(coursewareFacts)
export type CoursewareFacts = z.output<typeof shape>
const partialShape = z.object(partialFacts)
export type PartialFacts = z.output<typeof partialShape>

export const shownCredit = z.object({ staffId: id.nullable(), instructorId: id.optional(), name: z.string() })
