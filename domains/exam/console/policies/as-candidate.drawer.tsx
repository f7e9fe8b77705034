import { FocusReturn, formatInstant, Loaded, useCall } from '@kaopei/web'
import { Button, Descriptions, Drawer, Space } from 'antd'
import type { ReactNode } from 'react'
import { examPolicies } from '../../contract/candidate-policy.ts'
import { openLook } from './open-look.ts'

/** 以该考生身份查看: what holds for one candidate, and the page of the sitting as they get it. Nothing is begun, and nothing is kept of it. */
export function AsCandidate(props: {
  readonly examId: string
  readonly staffId: string
  readonly onClose: () => void
}): ReactNode {
  const { examId, staffId, onClose } = props
  const asked = useCall(examPolicies.asCandidate, { examinationId: examId, staffId })
  return (
    <Drawer
      open
      size={900}
      title={`以该考生身份查看${asked.data ? `：${asked.data.name}` : ''}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>关 闭</Button>}
    >
      <FocusReturn />
      <Loaded of={asked}>
        {({ openAt, closeAt, limitMinutes, captureLabels, rules, comfort, needsSafeBrowser, refusal }) => {
          const facts: [string, string][] = [
            ['能否进入', refusal ?? '现在可以进入'],
            [
              '开始 ~ 结束',
              `${openAt === null ? '不限' : formatInstant(openAt)} ~ ${closeAt === null ? '不限' : formatInstant(closeAt)}`,
            ],
            ['答题时长', limitMinutes === 0 ? '不限' : `${limitMinutes} 分钟（已含加时）`],
            ['监考采集', captureLabels.length === 0 ? '不采集' : captureLabels.join('、')],
            [
              '离开窗口',
              rules.switchScreenNumberLimit === 0 ? '只记录，不自动收卷' : `超过 ${rules.switchScreenNumberLimit} 次自动收卷`,
            ],
            ['全屏', rules.permitFullScreen ? '要求全屏' : '不要求'],
            ['专用浏览器', needsSafeBrowser ? '须用 Safe Exam Browser' : '不要求'],
            ['试题字号', `${comfort.fontPercent ?? 100}%`],
            ['计时显示', comfort.timerMinutes ? `仅在剩余 ${comfort.timerMinutes.join('、')} 分钟时` : '一直显示'],
            ['读屏软件', comfort.isScreenReader ? '是，播报保存状态，停用单键快捷键' : '否'],
            ['休息', comfort.breakCount ? `${comfort.breakCount} 次，共 ${comfort.breakMinutes ?? 0} 分钟` : '无'],
          ]
          return (
            <>
              <Descriptions
                size="small"
                bordered
                column={2}
                items={facts.map(([label, children]) => ({ key: label, label, children }))}
              />
              <Space style={{ marginTop: 16 }}>
                <Button type="primary" onClick={() => openLook({ examinationId: examId, staffId })}>
                  打开该考生的答题页
                </Button>
                <span className="kp-hint">随机抽题的试卷为其中一例；在页面上作答不会保存，也不计入考试。</span>
              </Space>
            </>
          )
        }}
      </Loaded>
    </Drawer>
  )
}
