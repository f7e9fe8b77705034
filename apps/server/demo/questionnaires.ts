import { createHash } from 'node:crypto'
import type { Answers } from '@kaopei/questionnaire/contract/answers'
import type { DefinitionInput } from '@kaopei/questionnaire/contract/definition'
import { questionnaireLearn as learn } from '@kaopei/questionnaire/contract/learn'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000

/** An anonymous questionnaire that is over, answered by everybody, and a named one that is open to the candidates alone still. */
export async function makeDemoQuestionnaires(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 9 * day)
  const admin = stage.as(company.admin, true)
  await climate(stage, admin, company.staff)
  stage.now = new Date(today.getTime() - 2 * day)
  const others = company.staff.filter(({ id }) => !company.candidates.some((candidate) => candidate.id === id))
  await feedback(stage, admin, others)
  await stage.runJobs()
  stage.now = today
}

const optionsOf = (...texts: string[]) => texts.map((text, place) => ({ id: `o${place + 1}`, text }))

const climateDefinition: DefinitionInput = {
  pages: [
    {
      id: 'work',
      title: '工作感受',
      elements: [
        {
          id: 'recommend',
          kind: 'nps',
          title: '您愿意推荐朋友来公司工作吗',
          isRequired: true,
          lowLabel: '完全不愿意',
          highLabel: '非常愿意',
        },
        {
          ...{ id: 'agree', kind: 'matrixSingle', title: '您是否同意以下说法', isRequired: true },
          rows: [
            { id: 'goal', text: '我清楚工作的目标' },
            { id: 'heard', text: '我的意见受到重视' },
            { id: 'grow', text: '我有足够的培训机会' },
          ],
          columns: optionsOf('同意', '一般', '不同意'),
        },
        { id: 'strain', kind: 'rating', title: '您的工作压力', isRequired: true, lowLabel: '很小', highLabel: '很大' },
      ],
    },
    {
      id: 'future',
      title: '期望',
      elements: [
        {
          ...{ id: 'improve', kind: 'multiple', title: '最希望改进的方面', max: 2, isRandom: true },
          options: [
            ...optionsOf('薪酬福利', '工作环境', '晋升机会', '培训学习'),
            { id: 'other', text: '其他', takesText: true, isFixed: true },
          ],
        },
        {
          ...{ id: 'stay', kind: 'single', title: '未来一年您打算', isRequired: true },
          options: optionsOf('继续留任', '申请内部转岗', '考虑离职'),
        },
        {
          ...{ id: 'why', kind: 'text', title: '可以说说原因吗', isLong: true },
          showIf: { question: 'stay', is: 'anyOf', options: ['o2', 'o3'] },
        },
      ],
    },
  ],
  endText: '感谢您的真实反馈，结果将在全员会上公布。',
}

const reasons = ['希望有更多学习的机会', '上下班路程较远', '想换一个方向发展', '夜班较多，希望轮换', '晋升的标准不够清楚']

/** Which of the weights somebody's draw falls on: the same for the same person and question in every demo company. */
function drawn(place: number, about: string, weights: readonly number[]): number {
  const chance = createHash('sha256').update(`${about}/${place}`).digest().readUInt32BE() / 2 ** 32
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return Math.max(0, at)
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Most are content, some are not; who is not tends to leave. */
function climateAnswers(place: number): Answers {
  const mood = drawn(place, 'mood', [1, 2, 3, 5, 8, 12, 16, 20, 17, 10, 6])
  const stay = `o${1 + drawn(place, 'stay', mood < 4 ? [3, 4, 3] : mood < 7 ? [8, 3, 1] : [20, 2, 1])}`
  const agreeOf = (row: string, shift: number) => [`o${1 + drawn(place, row, [mood + shift, 4, 10 - mood])}`]
  return {
    recommend: between(0, mood + drawn(place, 'recommend', [1, 2, 1]) - 1, 10),
    agree: { rows: { goal: agreeOf('goal', 6), heard: agreeOf('heard', 0), grow: agreeOf('grow', 3) } },
    strain: 1 + drawn(place, 'strain', [5, 12, 26, 18, 8]),
    improve: { choices: improvedBy(place) },
    stay: { choices: [stay] },
    ...(stay !== 'o1' && place % 2 === 0 && { why: reasons[drawn(place, 'why', [4, 2, 3, 3, 2])] ?? '' }),
  }
}

/** One or two of four, pay the most often. */
function improvedBy(place: number): string[] {
  const first = drawn(place, 'improve', [9, 4, 6, 5])
  const second = (first + 1 + drawn(place, 'improve too', [5, 4, 3])) % 4
  return drawn(place, 'improve both', [2, 5]) === 0 ? [`o${1 + first}`] : [`o${1 + first}`, `o${1 + second}`]
}

async function climate(stage: Stage, admin: DemoClient, people: readonly DemoStaff[]): Promise<void> {
  const id = await published(admin, { name: '员工氛围调查（匿名）', isAnonymous: true }, climateDefinition)
  const anybody = stage.anybody()
  await inGroups(people, async (person, place) => {
    const secret = createHash('sha256').update(`${id}/${person.id}`).digest('base64url')
    const { ticket } = await stage.as(person).call(learn.claim, { questionnaireId: id, secret })
    await anybody.call(learn.handIn, { ticket, answers: { ...climateAnswers(place) } })
  })
  await admin.call(questionnaire.close, { id })
  await stage.runSweep('questionnaire.settle')
}

/** One opinion of the whole, and of each side of it a little more or less. */
function feedbackAnswers(place: number): Answers {
  const opinion = 1 + drawn(place, 'overall', [1, 3, 14, 30, 22])
  const nearOpinion = (about: string, shift: number) => between(1, opinion + shift + drawn(place, about, [1, 3, 1]) - 1, 5)
  const useful = drawn(place, 'useful', opinion > 3 ? [9, 6, 2, 1] : [3, 5, 5, 2])
  return {
    overall: opinion,
    aspects: {
      rows: {
        ...{ r1: nearOpinion('r1', 0), r2: nearOpinion('r2', 0), r3: nearOpinion('r3', 1) },
        ...{ r4: nearOpinion('r4', -1), r5: nearOpinion('r5', 0) },
      },
    },
    useful: { choices: [`o${1 + useful}`] },
    ...(useful > 1 && { obstacle: { choices: [`o${1 + drawn(place, 'obstacle', [4, 2, 3, 5])}`] } }),
    nps: between(0, 2 * opinion + drawn(place, 'nps', [1, 2, 3, 2]) - 1, 10),
    ...(place % 3 === 0 && { advice: trainers[drawn(place, 'advice', [4, 5, 3, 3])] ?? '' }),
  }
}

const trainers = ['讲解清楚，例子贴近现场', '希望多安排实操', '时间稍微紧了一些', '课件可以提前发给大家']

async function feedback(stage: Stage, admin: DemoClient, people: readonly DemoStaff[]): Promise<void> {
  const templates = await admin.call(questionnaire.templates)
  const training = templates.find(({ key }) => key === 'training')
  if (!training) throw new Error('there is a template for trainings')
  const id = await published(admin, { name: '安全培训效果反馈', isChangeable: true }, training.definition)
  await inGroups(people, async (person, place) => {
    const answers = feedbackAnswers(place)
    await stage.as(person).call(learn.submit, { questionnaireId: id, answers: { ...answers } })
  })
}

const atOnce = 12

/** Some at a time, as people do: one by one the database would wait for each of them. */
async function inGroups(
  people: readonly DemoStaff[],
  answer: (person: DemoStaff, place: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < people.length; first += atOnce) {
    await Promise.all(people.slice(first, first + atOnce).map((person, index) => answer(person, first + index)))
  }
}

async function published(
  admin: DemoClient,
  facts: { name: string; isAnonymous?: boolean; isChangeable?: boolean },
  definition: DefinitionInput,
): Promise<string> {
  const { id, version } = await admin.call(questionnaire.addOrUpdate, {
    ...facts,
    information: '<p>填写约需三分钟，请按真实感受作答。</p>',
  })
  await admin.call(questionnaire.saveDefinition, { id, version, definition })
  await admin.call(questionnaire.publish, { id })
  return id
}
