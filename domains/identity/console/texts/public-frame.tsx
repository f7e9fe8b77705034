import { type AssemblyInfo, assemblyInfo } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import '../session.css'

/** What the deployment is called; undefined until it is known. */
export function useAssemblyInfo(): AssemblyInfo | undefined {
  const [info, setInfo] = useState<AssemblyInfo>()
  // Asked once per page load and kept by the client; a failure has been shown.
  useEffect(() => {
    assemblyInfo({ isQuiet: true }).then(setInfo, () => undefined)
  }, [])
  return info
}

/** The frame of the screens before the login: what this is at the left, the form at the right. */
export function PublicFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const info = useAssemblyInfo()
  return (
    <div className="kp-public">
      <aside className="kp-public-side" aria-hidden="true">
        <div>
          <p className="kp-public-brand">{info?.platformTitle ?? '考培'}</p>
          <p className="kp-public-motto">考试、培训与评价，在一处从容完成</p>
          <ul>
            <li>题库与组卷：随机抽题、难度均衡、版本可溯</li>
            <li>在线考试：断网不丢答案，交卷有回执</li>
            <li>阅卷与统计：匿名评阅、题目质量一目了然</li>
          </ul>
        </div>
        <Sheet />
      </aside>
      <main className="kp-public-main">
        <div className="kp-public-card">
          {/* Its line stands from the first: nothing jumps when the name arrives. */}
          <div className="kp-public-company">
            {info?.company.logoUrl && <img src={info.company.logoUrl} alt="" />}
            <span>{info?.company.name}</span>
          </div>
          {info?.notice && (
            <p className="kp-public-notice" role="note">
              {info.notice}
            </p>
          )}
          {children}
        </div>
        <footer>
          <Link to="/introduction">产品介绍</Link>
          <Link to="/servicePolicy">服务条款</Link>
          <Link to="/privacy">隐私政策</Link>
        </footer>
      </main>
    </div>
  )
}

/** An answer sheet: the one picture that says what is done here. */
function Sheet(): ReactNode {
  const rows = [0, 1, 2, 3, 4]
  const picked = [1, 3, 0, 2, 1]
  return (
    <svg viewBox="0 0 320 200" className="kp-public-sheet" role="presentation">
      <rect x="0" y="0" width="320" height="200" rx="12" fill="rgba(255,255,255,.12)" />
      {rows.map((row) =>
        [0, 1, 2, 3].map((column) => (
          <rect
            key={`${row}-${column}`}
            x={96 + column * 52}
            y={24 + row * 32}
            width="36"
            height="16"
            rx="8"
            fill={picked[row] === column ? '#fff' : 'none'}
            stroke="rgba(255,255,255,.7)"
          />
        )),
      )}
      {rows.map((row) => (
        <rect key={row} x="28" y={28 + row * 32} width="40" height="8" rx="4" fill="rgba(255,255,255,.5)" />
      ))}
    </svg>
  )
}
