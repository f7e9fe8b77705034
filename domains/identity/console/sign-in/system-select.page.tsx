import { sessionCalls } from '@kaopei/identity/contract/session'
import { Loaded, useCall } from '@kaopei/web'
import { Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { enterCandidate } from './enter-candidate.ts'
import '../session.css'

const systems = [
  { name: 'console', title: '管理控制台', text: '题库、考试、阅卷、人员与权限管理' },
  { name: 'candidate', title: '考生端', text: '查看我的考试、参加考试、查询成绩' },
] as const

/** The two parts of the product, with the last one marked. */
export default function SystemSelectPage(): ReactNode {
  const last = useCall(sessionCalls.getLastSystem)
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const enter = async (name: (typeof systems)[number]['name']) => {
    if (name === 'console') return navigate('/home')
    setLeaving(true)
    try {
      await enterCandidate()
    } catch {
      setLeaving(false)
    }
  }
  return (
    <main className="kp-blank">
      <div style={{ width: 'min(100% - 32px, 640px)' }}>
        <h1 style={{ fontSize: 24, fontWeight: 600 }}>请选择要进入的系统</h1>
        <Loaded of={last}>
          {({ system }) => (
            <div className="kp-choices">
              {systems.map(({ name, title, text }) => (
                <button key={name} type="button" className="kp-choice" disabled={isLeaving} onClick={() => void enter(name)}>
                  <strong>
                    {title} {system === name && <Tag>上次使用</Tag>}
                  </strong>
                  <span className="kp-hint">{text}</span>
                </button>
              ))}
            </div>
          )}
        </Loaded>
      </div>
    </main>
  )
}
