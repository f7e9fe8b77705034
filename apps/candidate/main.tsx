import './ticket.ts'
import { watchPapers } from '@kaopei/sitting/candidate'
import { startOffline } from '@kaopei/web/client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connectFiles } from './connect-files.ts'
import './shell.css'

connectFiles()
watchPapers()
startOffline('/candidate/')
const host = document.getElementById('app')
if (host) {
  createRoot(host).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
