import { sessionCalls } from '@kaopei/identity/contract/session'
import { findPage, LazyPage, UnshownFailures, wayBack, wayBackText } from '@kaopei/web/candidate'
import { call, foreignZone, session, useSession, useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect } from 'react'
import { address, backPath, go, goToLogin } from './address.ts'
import { LoginPage } from './login.tsx'
import { Messages } from './messages.tsx'
import { mustChangePassword } from './password-state.ts'
import { allPages } from './rooms.ts'
import { Sections } from './sections.tsx'
import { startSession } from './start-session.ts'
import { isEntering } from './ticket.ts'

/** Met once by each person, before anything can be sat. */
const changePassword = () => import('./change-password.tsx')

/** The shell: who is signed in, which page the address means, and what calls have to say. */
export function App(): ReactNode {
  return (
    <>
      <Page key={useSession()?.staffId} />
      <Messages />
    </>
  )
}

function Page(): ReactNode {
  const path = useStore(address)
  const isSignedIn = useSession() !== undefined
  const mustChange = useStore(mustChangePassword)
  const isWaiting = useStore(isEntering)
  const found = findPage(allPages, path)
  const isPublic = found?.page.isPublic ?? false
  const title = path === '/login' || (!isSignedIn && !isPublic) ? '考生登录' : (found?.page.title ?? '页面不存在')
  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    document.title = `${title} - 考培`
  }, [title])
  // The address of somebody who is not signed in leads to the login and back; of somebody who is, away from it.
  useEffect(() => {
    if (isWaiting || isPublic) return
    if (!isSignedIn) goToLogin()
    else if (path === '/login') go(backPath())
  }, [isSignedIn, path, isWaiting, isPublic])
  if (isWaiting) return <Entering />
  if ((!isSignedIn && !isPublic) || path === '/login') return <LoginPage />
  if (mustChange && !isPublic) return <LazyPage page={changePassword} id="" second="" go={go} start={startSession} />
  if (!found)
    return (
      <Frame path={path}>
        <main className="page empty">
          <h1>页面不存在</h1>
          <button type="button" className="primary" onClick={() => go('/')}>
            返回我的考试
          </button>
        </main>
      </Frame>
    )
  const { page, id, second } = found
  const props = { id, second, go, start: startSession }
  const content = page.kind === 'lazy' ? <LazyPage key={path} page={page.page} {...props} /> : <page.Page key={path} {...props} />
  return page.isFullScreen ? content : <Frame path={path}>{content}</Frame>
}

function Entering(): ReactNode {
  return (
    <main className="page empty" aria-busy="true">
      <p role="status">正在进入考试…</p>
    </main>
  )
}

function Frame({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const back = useStore(wayBack)
  const backText = back && wayBackText(back, path)
  const zone = foreignZone(new Date())
  const signOut = () => {
    call(sessionCalls.logout, {}, { silent: true })
      .catch(() => undefined) // the login is forgotten here whatever the server says
      .finally(() => session.clear())
  }
  return (
    <>
      <header className="shell-header">
        <button type="button" className="brand" onClick={() => go('/')}>
          考培
        </button>
        <Sections path={path} />
        {back && backText && (
          <button type="button" className="plain" onClick={() => go(back)}>
            {backText}
          </button>
        )}
        {zone && <span className="note">时间按{zone}显示</span>}
        <nav aria-label="本人">
          <button type="button" className="plain" onClick={() => go('/info')}>
            个人信息
          </button>
          <button type="button" className="plain" onClick={signOut}>
            退出登录
          </button>
        </nav>
      </header>
      {children}
      <UnshownFailures />
    </>
  )
}
