import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAssemblyInfo } from './public-frame.tsx'
import '../session.css'

export interface TextSection {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

interface TextPageProps {
  readonly title: string
  readonly intro: string
  readonly sections: readonly TextSection[]
}

/** A page to read: agreement, policy. */
export function TextPage({ title, intro, sections }: TextPageProps): ReactNode {
  const info = useAssemblyInfo()
  return (
    <div className="kp-text">
      <header>
        <strong>{info?.platformTitle ?? '考培'}</strong>
        <Link to="/login">返回登录</Link>
      </header>
      <main>
        <h1>{title}</h1>
        <p className="kp-hint">更新日期：2026 年 11 月 1 日　生效日期：2026 年 11 月 1 日</p>
        <p>{intro}</p>
        {sections.map(({ heading, paragraphs }, index) => (
          <section key={heading}>
            <h2>
              {numerals[index] ?? index + 1}、{heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
