/**
 * The 50 IPIP Big-Five factor markers (Goldberg 1992; ipip.ori.org, public domain) in Chinese that was written from the English for this product. The
 * English stands beside each item, so that whoever reads Chinese can judge it. There is no Chinese norm.
 */

import { scaleKind } from '../../../contract/codes.ts'
import { type ScaleFileInput, scaleFormat } from '../../../contract/definition.ts'
import { bandsOf } from './bands-of.ts'

/** In the order of the markers: extraversion, agreeableness, conscientiousness, emotional stability, intellect, and again. */
const items: readonly (readonly [text: string, english: string, isReversed?: true])[] = [
  ['在聚会上，我能让气氛热闹起来', 'Am the life of the party.'],
  ['我很少为别人操心', 'Feel little concern for others.', true],
  ['我做事总是提前准备好', 'Am always prepared.'],
  ['我容易感到压力大', 'Get stressed out easily.', true],
  ['我的词汇很丰富', 'Have a rich vocabulary.'],
  ['我话不多', "Don't talk a lot.", true],
  ['我对人感兴趣', 'Am interested in people.'],
  ['我的东西到处乱放', 'Leave my belongings around.', true],
  ['大多数时候我是放松的', 'Am relaxed most of the time.'],
  ['抽象的概念我理解起来有困难', 'Have difficulty understanding abstract ideas.', true],
  ['和人在一起时我觉得自在', 'Feel comfortable around people.'],
  ['我会出言伤人', 'Insult people.', true],
  ['我注意细节', 'Pay attention to details.'],
  ['我会为各种事情担心', 'Worry about things.', true],
  ['我的想象力很生动', 'Have a vivid imagination.'],
  ['在人群中我总是待在不显眼的地方', 'Keep in the background.', true],
  ['我能体谅别人的感受', "Sympathize with others' feelings."],
  ['我常把事情弄得一团糟', 'Make a mess of things.', true],
  ['我很少情绪低落', 'Seldom feel blue.'],
  ['我对抽象的概念不感兴趣', 'Am not interested in abstract ideas.', true],
  ['我会主动和人攀谈', 'Start conversations.'],
  ['我对别人遇到的问题不感兴趣', "Am not interested in other people's problems.", true],
  ['该做的杂事我马上就做', 'Get chores done right away.'],
  ['我容易受到干扰', 'Am easily disturbed.', true],
  ['我常有很好的点子', 'Have excellent ideas.'],
  ['我没有多少话可说', 'Have little to say.', true],
  ['我心肠软', 'Have a soft heart.'],
  ['我常忘记把东西放回原处', 'Often forget to put things back in their proper place.', true],
  ['我容易心烦', 'Get upset easily.', true],
  ['我的想象力不好', 'Do not have a good imagination.', true],
  ['在聚会上，我会和许多不同的人交谈', 'Talk to a lot of different people at parties.'],
  ['我其实对别人不怎么感兴趣', 'Am not really interested in others.', true],
  ['我喜欢整齐有序', 'Like order.'],
  ['我的心情变化很大', 'Change my mood a lot.', true],
  ['我理解事情很快', 'Am quick to understand things.'],
  ['我不喜欢引起别人的注意', "Don't like to draw attention to myself.", true],
  ['我会为别人抽出时间', 'Take time out for others.'],
  ['我会逃避自己该做的事', 'Shirk my duties.', true],
  ['我的情绪时好时坏', 'Have frequent mood swings.', true],
  ['我会用一些难懂的词', 'Use difficult words.'],
  ['我不介意成为大家关注的中心', "Don't mind being the center of attention."],
  ['我能感受到别人的情绪', "Feel others' emotions."],
  ['我按计划行事', 'Follow a schedule.'],
  ['我容易被惹恼', 'Get irritated easily.', true],
  ['我会花时间思考事情', 'Spend time reflecting on things.'],
  ['在陌生人面前我很安静', 'Am quiet around strangers.', true],
  ['我能让人感到轻松自在', 'Make people feel at ease.'],
  ['我对自己的工作要求严格', 'Am exacting in my work.'],
  ['我常常情绪低落', 'Often feel blue.', true],
  ['我满脑子都是想法', 'Am full of ideas.'],
]

const dimensions = [
  {
    ...{ id: 'E', name: '外向性', description: '从与人相处、热闹和表达中得到精力的程度。' },
    low: '更喜欢安静，话不多，习惯一对一或独自工作；在人多的场合会觉得耗神。',
    middle: '能与人打成一片，也需要独处的时间，视场合调整。',
    high: '乐于表达，主动与人交往，在人群中有活力；独自久坐的工作可能觉得沉闷。',
  },
  {
    ...{ id: 'A', name: '宜人性', description: '体谅、信任和愿意帮助别人的程度。' },
    low: '直率，凡事先看道理而不是人情；争论中不轻易退让，有时显得不够体谅。',
    middle: '愿意与人合作，也能坚持自己的看法。',
    high: '关心别人的感受，乐于帮助，容易得到信任；有时难以说“不”。',
  },
  {
    ...{ id: 'C', name: '尽责性', description: '有条理、按计划和把事情做完的程度。' },
    low: '随性、灵活，不拘小节；需要提醒和明确的期限来把事情收尾。',
    middle: '重要的事有条理，小事比较随意。',
    high: '有计划、重细节、做事有始有终；有时对自己和别人要求偏高。',
  },
  {
    ...{ id: 'S', name: '情绪稳定性', description: '在压力下保持平静、较少受负面情绪影响的程度。' },
    low: '对压力敏感，情绪起伏较明显，容易担心；也更早察觉到问题。',
    middle: '平时平稳，压力大时会有起伏，能自己调整过来。',
    high: '遇事平静，较少担心，压力下能保持清醒；有时会低估风险。',
  },
  {
    ...{ id: 'I', name: '智识与想象', description: '对新想法、抽象问题和想象的兴趣。' },
    low: '喜欢具体、看得见的事情和成熟的做法，重实用。',
    middle: '对有用的新想法感兴趣，也看重经验。',
    high: '想法多，喜欢抽象和新鲜的问题，学得快；对重复的工作可能缺乏耐心。',
  },
] as const

export const ipip50: ScaleFileInput = {
  format: scaleFormat,
  name: '大五人格（50 题）',
  kind: scaleKind.personality,
  information: '用 50 句话描述自己，得到五个维度的倾向。没有好坏之分，约需 8 分钟。',
  licence: '公有领域（Public Domain），可以自由使用、修改和翻译',
  source:
    '国际人格题库 IPIP（ipip.ori.org）的 50 个大五因素标记，Goldberg, L. R. (1992). The development of markers for the Big-Five factor structure. Psychological Assessment, 4, 26–42。中文由本产品自英文原文译写，尚无中文常模。',
  retentionMonths: 24,
  instructions: '下面每句话说的是一种习惯或感受。请按您现在一般的样子作答，而不是您希望的样子；凭第一感觉，不必反复考虑。',
  consent: {
    purpose: '帮助您了解自己的行为倾向，用于个人发展和团队沟通；结果不单独作为任何人事决定的依据',
    readers: '您本人，以及在本企业中被授权查看人格测评结果的人员',
  },
  options: [
    { value: 1, text: '非常不符合' },
    { value: 2, text: '不太符合' },
    { value: 3, text: '说不清' },
    { value: 4, text: '比较符合' },
    { value: 5, text: '非常符合' },
  ],
  items: items.map(([text], place) => ({ id: `q${place + 1}`, text })),
  dimensions: dimensions.map(({ id, name, description }, at) => ({
    ...{ id, name, description },
    items: items.flatMap(([, , isReversed = false], place) => (place % 5 === at ? [{ item: `q${place + 1}`, isReversed }] : [])),
  })),
  bands: bandsOf(dimensions),
  quality: { longestRun: 15, leastSpread: 0.5, leastSecondsAnItem: 2, leastConsistency: 0, mostMissing: 0.1 },
}
