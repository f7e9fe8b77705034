/** Questionnaires to begin with; whoever takes one changes it as they like. */
import { type Definition, definition, type ElementInput } from '../../contract/definition.ts'
import { type templateKeys, templateLabels } from '../../contract/questionnaire.ts'

type Key = (typeof templateKeys)[number]

const agree = ['非常同意', '同意', '一般', '不同意', '非常不同意'].map((text, place) => ({ id: `c${place + 1}`, text }))
const other = { id: 'other', text: '其他', takesText: true, isFixed: true }
const optionsOf = (...texts: string[]) => texts.map((text, place) => ({ id: `o${place + 1}`, text }))
const rowsOf = (...texts: string[]) => texts.map((text, place) => ({ id: `r${place + 1}`, text }))

const training: ElementInput[] = [
  {
    id: 'overall',
    kind: 'rating',
    title: '您对本次培训的总体评价',
    isRequired: true,
    lowLabel: '很不满意',
    highLabel: '非常满意',
  },
  {
    ...{ id: 'aspects', kind: 'matrixRating', title: '请为以下方面评分', isRequired: true },
    rows: rowsOf('内容与工作的关联', '内容的难易程度', '讲解是否清楚', '时间安排', '场地与设备'),
  },
  {
    id: 'useful',
    kind: 'single',
    title: '学到的内容能用到工作中吗',
    isRequired: true,
    options: optionsOf('马上能用', '以后能用', '用处不大', '用不上'),
  },
  {
    ...{ id: 'obstacle', kind: 'multiple', title: '主要的困难是什么' },
    showIf: { question: 'useful', is: 'anyOf', options: ['o3', 'o4'] },
    options: [...optionsOf('与岗位无关', '内容太浅', '内容太深', '缺少练习机会'), other],
  },
  { id: 'nps', kind: 'nps', title: '您愿意把这次培训推荐给同事吗', lowLabel: '完全不愿意', highLabel: '非常愿意' },
  { id: 'advice', kind: 'text', title: '您对培训的建议', isLong: true },
]

const instructor: ElementInput[] = [
  {
    ...{ id: 'skills', kind: 'matrixRating', title: '请评价讲师', isRequired: true },
    rows: rowsOf('专业水平', '表达清楚', '互动与答疑', '准备充分', '时间掌握'),
  },
  { id: 'overall', kind: 'rating', title: '对讲师的总体评价', isRequired: true },
  { id: 'again', kind: 'single', title: '您愿意再参加这位讲师的课程吗', options: optionsOf('愿意', '看主题', '不愿意') },
  {
    ...{ id: 'why', kind: 'text', title: '请说明原因', isLong: true },
    showIf: { question: 'again', is: 'anyOf', options: ['o3'] },
  },
  { id: 'words', kind: 'text', title: '想对讲师说的话', isLong: true },
]

const needs: ElementInput[] = [
  {
    id: 'topics',
    kind: 'multiple',
    title: '您希望参加哪些培训',
    isRequired: true,
    options: [...optionsOf('专业技能', '安全生产', '沟通与协作', '管理能力', '办公软件'), other],
  },
  {
    id: 'order',
    kind: 'ranking',
    title: '请按重要程度排序',
    options: optionsOf('提高当前工作', '准备晋升', '取得证书', '个人兴趣'),
    places: 2,
  },
  { id: 'form', kind: 'single', title: '您喜欢的学习方式', options: optionsOf('线下授课', '直播', '录播课程', '自学资料') },
  { id: 'hours', kind: 'slider', title: '每月愿意投入的学习时间（小时）', min: 0, max: 40, step: 1 },
  { id: 'when', kind: 'multiple', title: '合适的时间', options: optionsOf('工作时间', '工作日晚上', '周末') },
  { id: 'more', kind: 'text', title: '其他需求', isLong: true },
]

const satisfaction: ElementInput[] = [
  {
    id: 'overall',
    kind: 'nps',
    title: '您愿意推荐朋友来公司工作吗',
    isRequired: true,
    lowLabel: '完全不愿意',
    highLabel: '非常愿意',
  },
  {
    ...{ id: 'agree', kind: 'matrixSingle', title: '您是否同意以下说法', isRequired: true, columns: agree },
    rows: rowsOf('我清楚工作的目标', '我的意见受到重视', '我有足够的培训机会', '我的付出得到认可', '团队合作顺畅'),
  },
  { id: 'strain', kind: 'rating', title: '您的工作压力', lowLabel: '很小', highLabel: '很大' },
  {
    id: 'improve',
    kind: 'multiple',
    title: '最希望改进的方面',
    max: 3,
    options: [...optionsOf('薪酬福利', '工作环境', '晋升机会', '培训学习', '管理方式'), other],
  },
  { id: 'words', kind: 'text', title: '您的建议', isLong: true },
]

const elements: Readonly<Record<Key, readonly ElementInput[]>> = { training, instructor, needs, satisfaction }
const introductions: Readonly<Record<Key, string>> = {
  training: '<p>感谢您参加培训，请花三分钟告诉我们您的感受。</p>',
  instructor: '<p>您的评价将帮助讲师改进授课。</p>',
  needs: '<p>请告诉我们您希望学习什么，用于安排培训计划。</p>',
  satisfaction: '<p>请按真实感受填写。</p>',
}

export interface Template {
  readonly key: Key
  readonly name: string
  readonly information: string
  readonly definition: Definition
}

const keys: readonly Key[] = ['training', 'instructor', 'needs', 'satisfaction']
export const templateList: Template[] = keys.map((key) => ({
  key,
  name: templateLabels[key],
  information: introductions[key],
  definition: definition.parse({ pages: [{ id: 'p1', elements: elements[key] }] }),
}))

export const templateOf = (key: Key): Template | undefined => templateList.find((template) => template.key === key)
