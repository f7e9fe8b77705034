import { IdcardOutlined, LogoutOutlined, SafetyOutlined, SwapOutlined } from '@ant-design/icons'
import { signOut, usePerson } from '@kaopei/identity/parts'
import { confirmAction, DropMenu, PersonMark } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

export function UserMenu({ isMobile }: { readonly isMobile: boolean }): ReactNode {
  const navigate = useNavigate()
  const staff = usePerson()?.staff
  const leave = async () => {
    if (!(await confirmAction({ title: '退出登录', content: '确定退出登录吗？' }))) return
    await signOut()
    await navigate('/login')
  }
  const actions: Readonly<Record<string, () => void>> = {
    data: () => void navigate('/userInfo/PersonalData'),
    security: () => void navigate('/userInfo/AccountSecurity'),
    systems: () => void navigate('/systemSelect'),
    leave: () => void leave(),
  }
  const name = staff?.name ?? ''
  return (
    <DropMenu
      placement="bottomRight"
      menu={{
        onClick: ({ key }) => actions[key]?.(),
        items: [
          { key: 'data', icon: <IdcardOutlined />, label: '个人资料' },
          { key: 'security', icon: <SafetyOutlined />, label: '账号安全' },
          { key: 'systems', icon: <SwapOutlined />, label: '切换系统' },
          { type: 'divider' },
          { key: 'leave', icon: <LogoutOutlined />, label: '退出登录' },
        ],
      }}
    >
      <button type="button" className="kp-user" title="账号菜单">
        <PersonMark name={name} />
        {!isMobile && <span>{name}</span>}
      </button>
    </DropMenu>
  )
}
