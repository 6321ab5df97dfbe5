import Agent

AgentCommand.main()
