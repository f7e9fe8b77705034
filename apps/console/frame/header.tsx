import { FullscreenExitOutlined, FullscreenOutlined, MenuOutlined, SettingOutlined } from '@ant-design/icons'
import { foreignZone } from '@kaopei/web/client'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useDeployment } from '../branding.ts'
import { ErrorLogButton } from './error-log.tsx'
import { MenuIcon } from './menu-icon.tsx'
import type { MenuItem } from './menu-model.ts'
import { useFullScreen } from './use-full-screen.ts'

// Not needed for the first picture of a screen, so they come after it.
const tools = () => import('./header-tools.ts')
const HeaderSearch = lazy(async () => ({ default: (await tools()).HeaderSearch }))
const JobTray = lazy(async () => ({ default: (await tools()).JobTray }))
const UserMenu = lazy(async () => ({ default: (await tools()).UserMenu }))
const SettingsPanel = lazy(() => import('./settings-panel.tsx'))

interface HeaderProps {
  readonly menu: readonly MenuItem[]
  readonly current: ReadonlySet<string>
  readonly isMobile: boolean
  readonly hasSidebar: boolean
  readonly onToggle: () => void
}

export function Header({ menu, current, isMobile, hasSidebar, onToggle }: HeaderProps): ReactNode {
  const [hasSettings, setSettings] = useState<'never' | 'open' | 'closed'>('never')
  const screen = useFullScreen()
  return (
    <header className="kp-header">
      {(isMobile || hasSidebar) && <Button type="text" icon={<MenuOutlined />} aria-label="展开或收起菜单" onClick={onToggle} />}
      <Brand />
      {!isMobile && (
        <nav className="kp-top-menu" aria-label="主菜单">
          {menu.map(({ name, title, icon, to }) => (
            <Link key={name} to={to} aria-current={current.has(name) ? 'true' : undefined}>
              <MenuIcon name={icon} />
              {title}
            </Link>
          ))}
        </nav>
      )}
      <div className="kp-header-tools">
        <Suspense fallback={<span className="kp-header-wait" />}>
          {!isMobile && <HeaderSearch menu={menu} />}
          <JobTray />
        </Suspense>
        <ZoneNote />
        <ErrorLogButton />
        {!isMobile && (
          <Button
            type="text"
            icon={screen.isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            aria-label={screen.isFull ? '退出全屏' : '全屏'}
            title={screen.isFull ? '退出全屏' : '全屏'}
            onClick={screen.toggle}
          />
        )}
        <Button
          type="text"
          icon={<SettingOutlined />}
          aria-label="界面设置"
          title="界面设置"
          onClick={() => setSettings('open')}
        />
        <Suspense>
          <UserMenu isMobile={isMobile} />
        </Suspense>
      </div>
      {hasSettings !== 'never' && (
        <Suspense>
          <SettingsPanel open={hasSettings === 'open'} onClose={() => setSettings('closed')} />
        </Suspense>
      )}
    </header>
  )
}

function Brand(): ReactNode {
  const info = useDeployment()
  return (
    <Link to="/home" className="kp-brand" aria-label={`${info?.platformTitle ?? '考培'}，首页`}>
      {info?.company.logoUrl ? <img src={info.company.logoUrl} alt="" /> : <Mark />}
      <span>{info?.platformTitle ?? '考培'}</span>
    </Link>
  )
}

function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1c5fa8" />
      <path
        d="M9 16.5l4.5 4.5L23 11.5"
        stroke="#fff"
        strokeWidth="3.4"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Whose clocks the times on every screen are by, where this device's show something else. */
function ZoneNote(): ReactNode {
  useDeployment()
  const zone = foreignZone(new Date())
  return (
    zone && (
      <span className="kp-hint kp-zone-note" title="页面上的时间按企业时区显示，与本机时间不同">
        {zone}
      </span>
    )
  )
}
