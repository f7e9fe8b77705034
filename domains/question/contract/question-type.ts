/** The seven question types with the codes of the specification. The type of a question never changes. */
export const questionType = { single: 1, multiple: 2, judgement: 3, blank: 4, programming: 5, short: 6, dropdown: 7 } as const

export type QuestionType = (typeof questionType)[keyof typeof questionType]

/** 单选题, 多选题, 判断题, 填空题, 下拉题, 编程题, 问答题. */
export const questionTypeOrder: readonly QuestionType[] = [1, 2, 3, 4, 7, 5, 6]

export const questionTypeLabels: Record<QuestionType, string> = {
  1: '单选题',
  2: '多选题',
  3: '判断题',
  4: '填空题',
  5: '编程题',
  6: '问答题',
  7: '下拉题',
}

/** Types that a person has to mark. A blank question joins them when one of its blanks is matched by hand. */
export const subjectiveTypes: readonly QuestionType[] = [questionType.short]

/** Nothing runs programs: whatever a company is granted, such questions are neither written nor imported, drawn or published. */
export const programmingReason = '编程题的自动判题尚未开放'
