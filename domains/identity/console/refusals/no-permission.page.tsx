import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { enterCandidate } from '../sign-in/enter-candidate.ts'
import { signOut } from '../sign-in/sign-in.ts'
import { BlankResult } from './blank-result.tsx'

export default function NoPermissionPage(): ReactNode {
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <BlankResult
      status="403"
      title="暂无权限"
      text="您没有访问此页面的权限，如有需要请联系管理员开通。参加考试、查看成绩请进入考生端。"
      actions={[
        // A failure has been shown.
        { label: '进入考生端', run: () => void enterCandidate().catch(() => undefined) },
        { label: '返回首页', to: '/home' },
        { label: '个人中心', to: '/userInfo/PersonalData' },
        { label: '换个账号登录', run: () => void leave() },
      ]}
    />
  )
}
