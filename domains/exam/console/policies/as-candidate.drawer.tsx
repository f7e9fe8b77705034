import { formatInstant, Loaded, useCall } from '@kaopei/web'
import { Button, Descriptions, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { examPolicies } from '../../contract/candidate-policy.ts'
import { PaperView } from '../paper-view.tsx'

/** 以该考生身份查看: what holds for one candidate, and the paper at their size. Nothing is begun, and nothing is kept of it. */
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
              <h3>试卷（按该考生的字号）</h3>
              <div style={{ zoom: (comfort.fontPercent ?? 100) / 100 }}>
                <PaperView examId={examId} />
              </div>
            </>
          )
        }}
      </Loaded>
    </Drawer>
  )
}
