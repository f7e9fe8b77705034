/** A questionnaire about managers of our own: six dimensions of five behaviours that others can see. For 360° and for oneself. */
import { scaleKind } from '../../../contract/codes.ts'
import { type ScaleFileInput, scaleFormat } from '../../../contract/definition.ts'
import { bandsOf } from './bands-of.ts'

const dimensions = [
  {
    ...{ id: 'goals', name: '目标与结果', description: '把方向变成每个人清楚的目标，并做出结果。' },
    behaviours: [
      '把部门的目标讲清楚，并落实到每个人的任务上',
      '事情多的时候，能说清先做什么、后做什么',
      '按约定的时间检查进展，而不是等到最后',
      '遇到困难时想办法推进，不轻易放弃目标',
      '对结果负责，出了问题不推给别人',
    ],
    low: '团队常不清楚目标和先后，进展靠催促。可以从每周一次、对着目标的简短检查做起。',
    middle: '目标大体清楚，跟进有时不够及时。',
    high: '目标、先后和责任都清楚，团队能稳定地交出结果。',
  },
  {
    ...{ id: 'people', name: '培养下属', description: '了解每个人，给机会、给反馈，让人成长。' },
    behaviours: [
      '了解每个下属的长处和想发展的方向',
      '做得好的地方，会具体地说出来',
      '做得不好的地方，会及时、当面地指出并说明怎样改进',
      '把有挑战的任务交给下属，并给予支持',
      '会花时间教，而不是自己全做了',
    ],
    low: '下属得到的反馈和机会不多。可以从每月一次、只谈对方成长的谈话做起。',
    middle: '会给反馈和机会，但不够经常或不够具体。',
    high: '下属知道自己做得怎样、接下来学什么，并得到支持。',
  },
  {
    ...{ id: 'talk', name: '沟通', description: '听得进去，说得明白，信息及时。' },
    behaviours: [
      '别人说话时会听完，再发表意见',
      '重要的信息会及时告诉需要知道的人',
      '说话清楚，听的人知道要做什么、为什么',
      '听到不同的意见时不急于反驳',
      '答应给的答复，会按时给',
    ],
    low: '信息常到得晚或说得不清，不同意见难以被听见。',
    middle: '平时沟通顺畅，忙起来时会有遗漏。',
    high: '听得进、说得清，大家信任这里的信息。',
  },
  {
    ...{ id: 'decide', name: '判断与决策', description: '看清问题，及时作出决定并说明理由。' },
    behaviours: [
      '决定之前会了解事实，而不是凭印象',
      '该决定的时候能作出决定，不拖延',
      '会说明决定的理由',
      '情况变化时，能及时调整原来的决定',
      '做决定时会想到对其他部门和以后的影响',
    ],
    low: '决定常常拖延或理由不明。可以先写下依据和截止时间，再作决定。',
    middle: '多数决定及时合理，复杂的问题上有时犹豫。',
    high: '决定有依据、及时、说得明白，也能随情况调整。',
  },
  {
    ...{ id: 'together', name: '协作', description: '与其他部门和上级一起把事情办成。' },
    behaviours: [
      '其他部门需要配合时，会主动协调',
      '有分歧时对事不对人',
      '愿意把资源和经验分享给别的团队',
      '公开承认别人的贡献',
      '说到做到，别人愿意与其合作',
    ],
    low: '跨部门的事推动较难，容易各说各话。',
    middle: '能与人合作，遇到利益冲突时较为被动。',
    high: '主动协调、公正待人，别人愿意与其共事。',
  },
  {
    ...{ id: 'change', name: '改进与自律', description: '推动改进，以身作则，愿意听对自己的意见。' },
    behaviours: [
      '会主动提出改进工作的办法',
      '要求别人做到的，自己先做到',
      '压力大的时候仍能控制自己的情绪',
      '会请别人指出自己的不足',
      '知道自己错了会承认，并改正',
    ],
    low: '较少改进和反思，压力下容易影响他人。可以请一位同事定期给出意见。',
    middle: '愿意改进，但不够经常。',
    high: '以身作则，愿意听意见，能带动团队不断改进。',
  },
] as const

export const manager30: ScaleFileInput = {
  format: scaleFormat,
  name: '管理行为问卷（30 题）',
  kind: scaleKind.manager,
  information: '六个维度、三十种看得见的管理行为，可以由本人、上级、同级和下级评价。约需 6 分钟。',
  licence: '本产品自有，使用本产品的企业可以自由使用和修改',
  source: '本产品编写（2026），尚无中文常模',
  retentionMonths: 24,
  instructions: '请想一想被评价人最近半年的表现，每种行为出现得有多经常。没有观察到的，可以跳过。',
  consent: {
    purpose: '帮助被评价人了解自己的管理行为，用于个人发展；结果不单独作为任何人事决定的依据',
    readers: '被评价人本人，以及在本企业中被授权查看管理测评结果的人员；他们只看到满三人的一组的平均，看不到任何一个评价人的回答',
  },
  options: [
    { value: 1, text: '从不' },
    { value: 2, text: '很少' },
    { value: 3, text: '有时' },
    { value: 4, text: '经常' },
    { value: 5, text: '总是' },
  ],
  items: dimensions.flatMap(({ id, behaviours }) => behaviours.map((text, place) => ({ id: `${id}${place + 1}`, text }))),
  dimensions: dimensions.map(({ id, name, description, behaviours }) => ({
    ...{ id, name, description },
    items: behaviours.map((_, place) => ({ item: `${id}${place + 1}` })),
  })),
  bands: bandsOf(dimensions),
  quality: { longestRun: 0, leastSpread: 0.2, leastSecondsAnItem: 1.5, leastConsistency: 0, mostMissing: 0.3 },
}
