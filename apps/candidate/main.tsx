import './ticket.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connectFiles } from './connect-files.ts'
import './shell.css'

connectFiles()
const host = document.getElementById('app')
if (host) {
  createRoot(host).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
