import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { reviewTemplate } from '@kaopei/messaging/contract/review-template'
import { shortLink } from '@kaopei/share/contract/short-link'
import { uploadLink } from '@kaopei/share/contract/upload-link'
import type { DemoClient } from './client.ts'
import type { Stage } from './stage.ts'

const comments = [
  ['要点齐全', '要点齐全，条理清楚，表述准确。'],
  ['要点不全', '要点不全，请对照评分标准补充遗漏的内容。'],
  ['理由不足', '结论正确，但缺少依据和推导过程。'],
  ['答非所问', '作答内容与题目要求不符，请认真审题。'],
] as const
const opinions = [
  ['可以入库', '题干清楚，答案唯一，同意入库。', 1],
  ['题干不清', '题干表述不清，容易产生歧义，请修改后重新提交。', 0],
  ['答案有误', '参考答案与现行规定不一致，请核对依据。', 0],
] as const

/** A company that has begun to write its own messages, and has handed out a few links. */
export async function writeDemoMessages(stage: Stage, admin: DemoClient): Promise<void> {
  await admin.call(messageTemplate.modify, {
    type: 1,
    key: 'examStart',
    version: 0,
    body: '{{staffName}}，“{{examName}}”将于{{startTime}}开考，请提前15分钟登录并完成设备检查。',
    signature: '示例考培中心',
    providerTemplateId: 'SMS_2026001',
  })
  await admin.call(messageTemplate.create, {
    type: 2,
    key: 'examPublished',
    name: '新员工入职考试通知',
    subject: '欢迎加入：{{examName}}安排',
    body: '<p>{{staffName}}，欢迎加入{{companyName}}！</p><p>请在 <strong>{{startTime}}</strong> 至 {{endTime}} 之间完成“{{examName}}”，如有疑问请联系人力资源部。</p>',
  })
  await admin.call(messageTemplate.setEnabled, { type: 1, key: 'examEnd', version: 0, isEnabled: false })
  for (const [sort, [name, body]] of comments.entries()) await admin.call(reviewTemplate.create, { kind: 1, name, body, sort })
  for (const [sort, [name, body, verdict]] of opinions.entries()) {
    await admin.call(reviewTemplate.create, { kind: 2, name, body, verdict, sort })
  }
  await admin.call(shortLink.create, { originUrl: '/application/ote/examManage', title: '考试管理入口' })
  await admin.call(shortLink.create, { originUrl: '/business/udp/orgoumgmt', title: '员工花名册' })
  const expiresAt = new Date(stage.now.getTime() + 90 * 86_400_000).toISOString()
  await admin.call(uploadLink.create, { title: '提交特种作业操作证扫描件', purpose: 'document', limit: 50, expiresAt })
}
