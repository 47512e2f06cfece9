console.log("no kinds yet");
