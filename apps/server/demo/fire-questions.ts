import { bank } from '@kaopei/question/contract/bank'
import { question } from '@kaopei/question/contract/question'
import { defaultScoringRule } from '@kaopei/question/contract/scoring-rule'
import type { DemoClient } from './client.ts'
import type { DemoPoints } from './coursewares.ts'

/** Eight of each point, the first option right: four for an exam, and four others of the same kind for the one afterwards. */
const questions: Readonly<Record<keyof DemoPoints, readonly (readonly string[])[]>> = {
  equipment: [
    ['使用干粉灭火器前，第一步应当做什么？', '拔掉保险销', '握紧软管', '压下手柄', '对准火焰顶部'],
    ['使用灭火器时应对准火焰的哪个部位？', '根部', '顶部', '中部', '烟雾最浓处'],
    ['灭火器压力表指针在红色区域表示什么？', '压力不足，需要更换', '压力正常', '压力过高', '刚刚充装'],
    ['带电设备着火时，不应使用哪种灭火器？', '清水灭火器', '二氧化碳灭火器', '干粉灭火器', '洁净气体灭火器'],
    ['室内消火栓正常情况下需要几人配合使用？', '两人', '一人', '四人', '六人'],
    ['手动报警按钮应当在什么情况下按下？', '发现火情且无法立即扑灭', '设备例行停机', '闻到饭菜味', '下班锁门前'],
    ['防火门平时应处于什么状态？', '常闭并保持闭门器完好', '常开并用物品顶住', '上锁', '拆除闭门器'],
    ['灭火器应当放置在什么地方？', '明显且便于取用的地点', '上锁的柜子里', '货物后面', '配电柜内'],
  ],
  firstMinutes: [
    ['油锅起火，正确的处置是什么？', '关火并盖上锅盖', '泼水', '端起油锅跑到室外', '用扫帚拍打'],
    ['发现电气线路冒烟，首先应当做什么？', '切断电源', '泼水降温', '用手拔下插头', '打开所有门窗'],
    ['初起火灾最好在多长时间内控制住？', '几分钟之内', '一小时之内', '半天之内', '不限时间'],
    ['扑救初起火灾时，人应站在什么位置？', '上风方向', '下风方向', '火焰正对面的低处', '任意位置'],
    ['衣服着火时，正确的做法是什么？', '就地打滚压灭火焰', '快速奔跑', '用手拍打', '站着不动'],
    ['锂电池冒烟起火，较为有效的做法是什么？', '大量水持续冷却', '用手移开', '盖上棉被', '继续充电观察'],
    ['什么时候应当放弃扑救、立即撤离？', '火势扩大、烟雾弥漫时', '刚看到火苗时', '灭火器还有压力时', '有人帮忙时'],
    ['报火警时最先要说清的是什么？', '起火的详细地点', '自己的工号', '公司的营业额', '起火的原因'],
  ],
  evacuation: [
    ['火灾疏散时应当走哪里？', '最近的安全出口和疏散楼梯', '普通电梯', '货梯', '窗户外的空调架'],
    ['穿过烟雾区时，正确的姿势是什么？', '低姿弯腰，捂住口鼻', '直立快跑', '后退行走', '闭眼前行'],
    ['打开房门前应当先做什么？', '用手背试门温', '大声呼喊', '先收拾文件', '打开窗户'],
    ['疏散到室外后应当去哪里？', '指定的集合点报到', '直接回家', '返回取物品', '停车场等候'],
    ['被困房间内，正确的做法是什么？', '堵住门缝并向外发出信号', '躲进衣柜', '打开房门通风', '乘电梯下楼'],
    ['高层建筑着火，低处有烟无法下楼时应当怎么做？', '退回房间或避难层等待救援', '冒烟冲下楼', '从窗口跳下', '乘电梯到一层'],
    ['疏散引导员最后应当做什么？', '确认区域内无人后撤离', '最先撤离', '留下拍照', '关闭应急照明'],
    ['应急照明和疏散指示标志应当多久检查一次？', '至少每月一次', '三年一次', '不需要检查', '着火之后'],
  ],
}

export interface FireQuestions {
  readonly bankId: string
  /** Four of each point, for the exam before. */
  readonly asked: readonly string[]
}

export async function makeFireQuestions(admin: DemoClient, points: DemoPoints): Promise<FireQuestions> {
  const { id: bankId } = await admin.call(bank.create, {
    name: '消防专项题库',
    descript: '消防演练前后测评用题',
    categoryId: null,
  })
  const asked: string[] = []
  for (const point of ['equipment', 'firstMinutes', 'evacuation'] as const)
    for (const [place, [stem = '', ...options]] of questions[point].entries()) {
      const fields = { ...written(stem, options, place), bankId, knowledgePointIds: [points[point]] }
      const { id } = await admin.call(question.create, fields)
      if (place % 2 === 0) asked.push(id)
    }
  return { bankId, asked }
}

/** The right one stands now here, now there. */
function written(stem: string, [right = '', ...wrong]: readonly string[], place: number) {
  const shift = place % 4
  const texts = [...wrong.slice(0, shift), right, ...wrong.slice(shift)]
  return {
    content: {
      type: 1 as const,
      stem: `<p>${stem}</p>`,
      analysis: `<p>正确答案是“${right}”。</p>`,
      options: texts.map((text, at) => ({ id: `o${at + 1}`, html: `<p>${text}</p>` })),
      correct: `o${shift + 1}`,
    },
    rule: defaultScoringRule(1),
    ...{ difficulty: 2 as const, defaultScore: 5, status: 1 as const },
  }
}
